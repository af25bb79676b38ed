"""Whether a run is still what its seals say, and whether it would come out the same today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topograph.config import RunConfig, stage_settings
from topograph.errors import TopographError
from topograph.rundir.checksums import is_whole, sha256_file
from topograph.rundir.contract import STAGES, TOPIC_KEYS, is_artifact, job_of, kind_of, maker_of
from topograph.rundir.environment import environment
from topograph.rundir.inputs import MISSING, content_hash
from topograph.rundir.provenance import code_hash, versions
from topograph.rundir.stagefiles import read_seal
from topograph.system.filenames import shown


@dataclass(frozen=True)
class Mismatch:
    """Something that no longer matches.

    Attributes
    ----------
    area : str
        `results` (the run's files), `corpus` (files it was made from), `settings`, `code` or
        `environment` (what it would be made with today).
    what : str
        What does not match, and how.
    """

    area: str
    what: str


@dataclass(frozen=True)
class Verification:
    """What was held against the seals.

    Attributes
    ----------
    mismatches : list of Mismatch
    counts : dict of str to int
        Things looked at, by area.
    """

    mismatches: list[Mismatch]
    counts: dict[str, int]


def verify(run_dir: Path, root: Path, config: RunConfig | None) -> Verification:
    """Hold a run against its seals, and today's code, settings and environment against them.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`.
    root : Path
        The project's folder, to which the names of corpus files are relative.
    config : RunConfig, optional
        The run's configuration today; without it settings are not compared.
    """
    mismatches: list[Mismatch] = []
    counts = dict.fromkeys(("results", "corpus", "settings", "code", "environment"), 0)
    seals: dict[str, dict[str, Any]] = {}
    pending = list(STAGES)
    while pending:
        stage = pending.pop(0)
        try:
            seals[stage] = read_seal(run_dir, stage)
        except TopographError as error:
            mismatches.append(Mismatch("results", f"{error.what} {error.why}"))
        else:  # the repeats that `evaluate` read
            pending += [
                maker_of(name)
                for name in seals[stage]["inputs"]
                if is_artifact(name) and maker_of(name) not in STAGES
            ]
    outputs = {name: digest for seal in seals.values() for name, digest in seal["outputs"].items()}
    checks = [
        *_files(run_dir, seals),
        *_memory(run_dir, seals),
        *_chain(seals, outputs),
        *_manifest(seals),
        *_corpus(root, seals, outputs),
        *_today(seals, config),
    ]
    for area, problem in checks:
        counts[area] += 1
        if problem:
            mismatches.append(Mismatch(area, problem))
    return Verification(mismatches, counts)


Check = tuple[str, str]


def _files(run_dir: Path, seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """Every artifact against its stage's seal."""
    for stage, seal in seals.items():
        for name, digest in seal["outputs"].items():
            missing = f"{name} is missing; `{stage}` wrote it"
            other = f"{name} is not the {kind_of(name)} that `{stage}` wrote"
            if name.endswith("/"):
                other += ": a file in it has changed, is gone or was added"
            yield "results", _problem(run_dir / name, digest, missing, other)


def _memory(run_dir: Path, seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """What the keys of the topics stood for; the file tells itself whether it is whole."""
    if "label" in seals:
        path = run_dir / TOPIC_KEYS
        if not path.exists():
            yield "results", f"{TOPIC_KEYS} is missing; topics will get their keys anew"
        else:
            fine = is_whole(path.read_bytes())
            yield "results", "" if fine else f"{TOPIC_KEYS} is not what `label` wrote"


def _chain(seals: dict[str, dict[str, Any]], outputs: dict[str, str]) -> Iterator[Check]:
    """What each stage read against what the stage before it wrote."""
    for stage, seal in seals.items():
        for name, digest in seal["inputs"].items():
            if name in outputs and outputs[name] != digest:
                yield "results", f"`{stage}` was made from another {name} than the one here"


def _manifest(seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """What the manifest repeats of each stage against the stage's own seal."""
    repeated = seals.get("report", {}).get("summary", {}).get("stages", {})
    for stage, told in repeated.items():
        seal = seals.get(stage, told)  # one that is missing is told already
        other = [part for part, value in told.items() if seal.get(part) != value]
        yield (
            "results",
            f"manifest.json tells of another `{stage}` than the one here ({', '.join(other)})"
            if other
            else "",
        )


def _corpus(
    root: Path, seals: dict[str, dict[str, Any]], outputs: dict[str, str]
) -> Iterator[Check]:
    """The files from outside the run: the corpus, and the user's own encoder or vectors."""
    outside = {
        name: digest
        for seal in seals.values()
        for name, digest in seal["inputs"].items()
        if not is_artifact(name) and name not in outputs
    }
    for name, digest in sorted(outside.items()):
        now = content_hash(root / name)
        change = "is not here" if now == MISSING else "has changed since"
        yield "corpus", "" if now == digest else f"{shown(name)} {change}"


def _problem(path: Path, digest: str, missing: str, other: str) -> str:
    """What is to be told of a file that should have a hash; nothing if it has."""
    if not path.exists():
        return missing
    return "" if sha256_file(path) == digest else other


def _today(seals: dict[str, dict[str, Any]], config: RunConfig | None) -> Iterator[Check]:
    """Code, settings and environment as they are now."""
    for stage, seal in seals.items():
        changed = seal["code"] != code_hash(job_of(stage))
        yield "code", f"the code of `{stage}` is another now" if changed else ""
        if config is not None:
            yield from _settings(stage, seal["settings"], stage_settings(config, job_of(stage)))
    found: dict[str, str] = {}  # a library that several stages use is told once
    for stage, seal in seals.items():
        now = versions([job_of(stage)])
        for name in sorted({*seal["versions"], *now}):
            before, after = seal["versions"].get(name), now.get(name)
            found[name] = found.get(name) or (
                _difference(name, before, after) if before != after else ""
            )
    yield from (("environment", problem) for _, problem in sorted(found.items()))
    then = seals.get("report", {}).get("summary", {}).get("environment")
    if then is not None:
        yield from _differences(then, environment())


def _settings(stage: str, then: dict[str, Any], now: dict[str, Any]) -> Iterator[Check]:
    if stage == "report":
        return  # it has those of all stages
    keys = {
        f"{section}.{key}": (then.get(section, {}).get(key), now.get(section, {}).get(key))
        for section in sorted({*then, *now})
        for key in sorted({*then.get(section, {}), *now.get(section, {})})
    }
    for key, (before, after) in keys.items():
        changed = before != after
        yield (
            "settings",
            f"`{stage}` ran with {key}: {before}; it is {after} now" if changed else "",
        )


def _differences(then: dict[str, Any], now: dict[str, Any]) -> Iterator[Check]:
    for name in sorted({*then, *now}):
        before, after = then.get(name), now.get(name)
        yield "environment", _difference(name, before, after) if before != after else ""


def _difference(name: str, before: Any, after: Any) -> str:
    return f"{name} was {before}, and is {after}"
