"""Check a run against its seals, and against present code, settings and environment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topograph.config import RunConfig, stage_settings
from topograph.errors import TopographError
from topograph.rundir.checksums import is_intact, sha256_file
from topograph.rundir.contract import STAGES, TOPIC_KEYS, is_artifact, job_of, maker_of
from topograph.rundir.environment import environment
from topograph.rundir.inputs import MISSING, content_hash
from topograph.rundir.provenance import code_hash, versions
from topograph.rundir.stagefiles import read_seal
from topograph.system.filenames import display_name


@dataclass(frozen=True)
class Mismatch:
    """Something that does not match.

    Attributes
    ----------
    area : str
        `results` (the run's files), `corpus` (the files it was made from), `settings`, `code` or
        `environment` (those of a new run).
    what : str
        The difference, as text.
    """

    area: str
    what: str


@dataclass(frozen=True)
class Verification:
    """The result of a verification.

    Attributes
    ----------
    mismatches : list of Mismatch
    counts : dict of str to int
        Number of checks by area.
    """

    mismatches: list[Mismatch]
    counts: dict[str, int]


def verify(run_dir: Path, root: Path, config: RunConfig | None) -> Verification:
    """Compare a run's files, and the present code, settings and environment, with its seals.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`.
    root : Path
        The project's folder, to which the names of corpus files are relative.
    config : RunConfig, optional
        The run's present configuration; without it, settings are not compared.
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
        else:  # repeats that `evaluate` has read
            pending += [
                maker_of(name)
                for name in seals[stage]["inputs"]
                if is_artifact(name) and maker_of(name) not in STAGES
            ]
    outputs = {name: digest for seal in seals.values() for name, digest in seal["outputs"].items()}
    checks = [
        *_files(run_dir, seals),
        *_topic_keys(run_dir, seals),
        *_chain(seals, outputs),
        *_manifest(seals),
        *_corpus(root, seals, outputs),
        *_present(seals, config),
    ]
    for area, problem in checks:
        counts[area] += 1
        if problem:
            mismatches.append(Mismatch(area, problem))
    return Verification(mismatches, counts)


Check = tuple[str, str]


def _files(run_dir: Path, seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """Compare every artifact with its stage's seal."""
    for stage, seal in seals.items():
        for name, digest in seal["outputs"].items():
            missing = f"{name} is missing; `{stage}` wrote it"
            other = f"{name} has changed since `{stage}` wrote it"
            if name.endswith("/"):
                other += ": a file in it was changed, removed or added"
            yield "results", _problem(run_dir / name, digest, missing, other)


def _topic_keys(run_dir: Path, seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """Check the file of topic keys by its own checksum."""
    if "label" in seals:
        path = run_dir / TOPIC_KEYS
        if not path.exists():
            yield "results", f"{TOPIC_KEYS} is missing; a re-run will give topics new keys"
        else:
            fine = is_intact(path.read_bytes())
            yield "results", "" if fine else f"{TOPIC_KEYS} has changed since `label` wrote it"


def _chain(seals: dict[str, dict[str, Any]], outputs: dict[str, str]) -> Iterator[Check]:
    """Compare what each stage read with what earlier stages wrote."""
    for stage, seal in seals.items():
        for name, digest in seal["inputs"].items():
            if name in outputs and outputs[name] != digest:
                yield "results", f"`{stage}` was made from another {name} than the one here"


def _manifest(seals: dict[str, dict[str, Any]]) -> Iterator[Check]:
    """Compare the manifest's copy of each seal with the seal."""
    copies = seals.get("report", {}).get("summary", {}).get("stages", {})
    for stage, copy in copies.items():
        seal = seals.get(stage, copy)  # a missing seal is already reported
        other = [part for part, value in copy.items() if seal.get(part) != value]
        yield (
            "results",
            f"manifest.json describes another `{stage}` than the one here ({', '.join(other)})"
            if other
            else "",
        )


def _corpus(
    root: Path, seals: dict[str, dict[str, Any]], outputs: dict[str, str]
) -> Iterator[Check]:
    """Check external files: the corpus, and the user's own encoder or vectors."""
    outside = {
        name: digest
        for seal in seals.values()
        for name, digest in seal["inputs"].items()
        if not is_artifact(name) and name not in outputs
    }
    for name, digest in sorted(outside.items()):
        now = content_hash(root / name)
        change = "does not exist" if now == MISSING else "has changed"
        yield "corpus", "" if now == digest else f"{display_name(name)} {change}"


def _problem(path: Path, digest: str, missing: str, other: str) -> str:
    """The problem with a file that should have a hash; "" if there is none."""
    if not path.exists():
        return missing
    return "" if sha256_file(path) == digest else other


def _present(seals: dict[str, dict[str, Any]], config: RunConfig | None) -> Iterator[Check]:
    """Compare the present code, settings and environment with the seals."""
    for stage, seal in seals.items():
        changed = seal["code"] != code_hash(job_of(stage))
        yield "code", f"the code of `{stage}` has changed" if changed else ""
        if config is not None:
            yield from _settings(stage, seal["settings"], stage_settings(config, job_of(stage)))
    found: dict[str, str] = {}  # report a library that several stages use once
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
        return  # its settings are those of all stages
    keys = {
        f"{section}.{key}": (then.get(section, {}).get(key), now.get(section, {}).get(key))
        for section in sorted({*then, *now})
        for key in sorted({*then.get(section, {}), *now.get(section, {})})
    }
    for key, (before, after) in keys.items():
        changed = before != after
        yield (
            "settings",
            f"`{stage}` ran with {key}: {before}; the value is now {after}" if changed else "",
        )


def _differences(then: dict[str, Any], now: dict[str, Any]) -> Iterator[Check]:
    for name in sorted({*then, *now}):
        before, after = then.get(name), now.get(name)
        yield "environment", _difference(name, before, after) if before != after else ""


def _difference(name: str, before: Any, after: Any) -> str:
    return f"{name} was {before} and is now {after}"
