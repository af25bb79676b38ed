"""`topograph compare-encoders`: compare encoders on a sample of a run's documents."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.commands.arguments import add_threads
from topograph.errors import TopographError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from topograph.config import EmbedSettings

#: Encoders that are compared with the run's own by default.
DEFAULT_ENCODERS = ("static", "tfidf")
#: Documents encoded without the cache to measure the speed, and before that to load the model.
TIMED, WARM_UP = 64, 4
#: Estimates of the intrinsic dimension from independent samples; if they differ much, the sample is
#: too small.
ESTIMATES = 5
EXPLANATION = f"""
dim_MST: intrinsic dimension of the vectors, estimated from their minimum spanning tree (lowest and
highest of {ESTIMATES} estimates). It correlates with how well classes can be separated and needs no
labels, but does not replace them. If the two values differ much, or none is given (-), the sample
is too small."""


@dataclass(frozen=True)
class EncoderResult:
    """The vectors of an encoder, its speed, and the nearest neighbours of the sample."""

    name: str
    vectors: np.ndarray
    documents_per_second: float | None
    neighbors: np.ndarray


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "compare-encoders", help="compare encoders on a sample of a run's documents"
    )
    parser.add_argument(
        "--run", dest="run_name", required=True, help="a run whose stage parse has finished"
    )
    parser.add_argument(
        "--encoders",
        metavar="NAMES",
        help="names separated by commas: onnx, static, tfidf, or with a model: onnx:FOLDER, "
        "openai:NAME, precomputed:FILE, ... (default: the run's encoder, static and tfidf)",
    )
    parser.add_argument(
        "--sample", type=int, default=1000, help="documents in the sample (default: 1000)"
    )
    parser.add_argument(
        "--neighbors", type=int, default=10, help="nearest neighbours to compare (default: 10)"
    )
    parser.add_argument("--label", help="column of documents.parquet with classes")
    add_threads(parser)
    parser.set_defaults(run=compare_encoders)


def compare_encoders(options: argparse.Namespace) -> None:
    """Encode the sample with each encoder, measure, and print the comparison."""
    import numpy as np

    from topograph.config.loading import load_run_config

    settings = load_run_config(options.run_name, with_files=False).embed
    documents, audit = _tables(Path("results") / options.run_name)
    _check(options, documents)
    size = min(options.sample, len(documents))
    rows = np.sort(np.random.default_rng(0).choice(len(documents), size, replace=False))
    candidates = []
    for name, own in _requested_encoders(options.encoders, settings):
        candidates.append(_evaluate_encoder(name, own, documents, audit, rows, options))
    _show(candidates, documents.iloc[rows], options)


def _tables(run_dir: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    import pandas as pd

    from topograph.rundir.stagefiles import read_seal

    read_seal(run_dir, "parse")
    return (
        pd.read_parquet(run_dir / "parse/documents.parquet"),
        pd.read_parquet(run_dir / "parse/audit.parquet"),
    )


def _check(options: argparse.Namespace, documents: pd.DataFrame) -> None:
    if options.label is not None and options.label not in documents.columns:
        raise TopographError(
            f"The documents have no column {options.label}.",
            f"the columns are {', '.join(documents.columns)}.",
            "use one of them with --label, or leave the option out.",
        )
    least = options.neighbors + 2
    if options.neighbors < 1 or min(options.sample, len(documents)) < least:
        raise TopographError(
            f"Encoders cannot be compared on {min(options.sample, len(documents))} documents.",
            f"--neighbors {options.neighbors} must be at least 1, and needs {least} documents.",
            "raise --sample, or set --neighbors to at most the number of documents minus 2.",
        )


def _requested_encoders(names: str | None, run: EmbedSettings) -> list[tuple[str, EmbedSettings]]:
    """Names and settings of the encoders to compare."""
    from pydantic import ValidationError

    from topograph.config import EmbedSettings
    from topograph.encoders.registry import ENCODERS
    from topograph.sections.choices import users_of_keys

    own = run.encoder if run.model is None else f"{run.encoder}:{run.model}"
    found = []
    for name in dict.fromkeys(names.split(",") if names else (own, *DEFAULT_ENCODERS)):
        if name == own:
            found.append((name, run))
            continue
        encoder, _, model = name.strip().partition(":")
        keys = run.model_dump(exclude=set(users_of_keys(ENCODERS)))
        keys |= {"encoder": encoder, "model": model or None}
        try:
            found.append((name, EmbedSettings.model_validate(keys)))
        except ValidationError as error:
            problem = error.errors()[0]
            raise TopographError(
                f"--encoders: {name} cannot be used.",
                f"{problem['msg'].replace('Input should be', 'the name must be')}.",
                "separate names by commas, like static,tfidf,onnx:FOLDER,openai:NAME.",
            ) from error
    return found


def _evaluate_encoder(
    name: str,
    settings: EmbedSettings,
    documents: pd.DataFrame,
    audit: pd.DataFrame,
    rows: np.ndarray,
    options: argparse.Namespace,
) -> EncoderResult:
    from topograph.encoders.base import check_vectors
    from topograph.encoders.comparison import nearest_neighbors
    from topograph.encoders.corpus import embed_corpus
    from topograph.encoders.kinds import CorpusEncoderKind, TextEncoderKind
    from topograph.encoders.registry import encoder_kind

    print(f"compare-encoders: {name}", flush=True)
    sample = documents.iloc[rows]
    speed: float | None = None
    kind = encoder_kind(settings.encoder)
    if isinstance(kind, CorpusEncoderKind):  # needs the whole corpus
        if kind.computes:  # import libraries before measuring
            embed_corpus(sample[:WARM_UP], audit, settings, options.threads)
        started = time.perf_counter()
        vectors = embed_corpus(documents, audit, settings, options.threads).vectors[rows]
        if kind.computes:
            speed = len(documents) / (time.perf_counter() - started)
    else:
        vectors = embed_corpus(sample, audit, settings, options.threads).vectors
        if isinstance(kind, TextEncoderKind) and not kind.may_cost:
            speed = _speed(settings, sample["text"].to_list(), options.threads)
    check_vectors(vectors, sample["doc_id"].to_list())
    return EncoderResult(name, vectors, speed, nearest_neighbors(vectors, options.neighbors))


def _speed(settings: EmbedSettings, texts: list[str], threads: int) -> float:
    """Documents per second, without the cache."""
    from topograph.encoders.base import encode_all
    from topograph.encoders.cached import build_encoder

    encoder = build_encoder(settings, threads)
    encode_all(encoder, texts[:WARM_UP])
    timed = texts[-TIMED:]
    started = time.perf_counter()
    encode_all(encoder, timed)
    return len(timed) / (time.perf_counter() - started)


def _show(
    candidates: list[EncoderResult], sample: pd.DataFrame, options: argparse.Namespace
) -> None:
    from topograph.encoders.comparison import chance_purity, neighbor_overlap, neighbor_purity

    labels = sample[options.label].astype(str).to_list() if options.label else None
    width = max(len(own.name) for own in candidates)
    head = f"{'encoder':{width}}  {'dims':>5}  {'docs/s':>8}  {'dim_MST':>9}"
    print(f"\n{len(sample)} documents, {options.neighbors} nearest neighbours of each\n")
    print(head + ("   purity" if labels else ""))
    for own in candidates:
        speed = "-" if own.documents_per_second is None else f"{own.documents_per_second:.1f}"
        line = (
            f"{own.name:{width}}  {own.vectors.shape[1]:5}  {speed:>8}  "
            f"{_dimension(own.vectors):>9}"
        )
        print(line + (f"   {neighbor_purity(own.neighbors, labels):6.3f}" if labels else ""))
    if labels:
        print(f"{'(by chance)':{width}}  {'':26}   {chance_purity(labels):6.3f}")
    print("\nshare of nearest neighbours that two encoders share")
    print(f"{'':{width + 4}}  {'  '.join(f'{i + 1:>6}' for i in range(len(candidates)))}")
    for i, own in enumerate(candidates):
        shares = [
            f"{neighbor_overlap(own.neighbors, other.neighbors):6.3f}" for other in candidates[:i]
        ]
        print(f"{i + 1:>3} {own.name:{width}}  {'  '.join([*shares, '     1'])}")
    print(EXPLANATION)


def _dimension(vectors: np.ndarray) -> str:
    """Lowest and highest estimate of the intrinsic dimension."""
    from topograph.encoders.comparison import mst_dimension

    found = [mst_dimension(vectors, seed) for seed in range(ESTIMATES)]
    known = [value for value in found if value is not None]
    return f"{min(known):.0f}-{max(known):.0f}" if len(known) == ESTIMATES else "-"
