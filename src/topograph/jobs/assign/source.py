"""The parts of a finished run that assigning new documents needs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.rundir.contract import Stage
from topograph.rundir.stagefiles import StageFiles, rerun_command

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from topograph.config import EmbedSettings, ParseSettings

#: Artifacts that are read, and checked against their seals as for a stage.
READS = Stage(
    "assign",
    (
        "parse/documents.parquet",
        "parse/corpus.json",
        "embed/embeddings.npy",
        "embed/encoder.json",
        "label/assignments.parquet",
        "label/topics.parquet",
    ),
    (),
)


@dataclass(frozen=True)
class FinishedRun:
    """A run's results and settings.

    Attributes
    ----------
    path : Path
    documents, assignments : DataFrame
    labels : dict of int to str
        By topic.
    vectors : ndarray of float32, shape (n, d)
    language : str
        The corpus' language.
    recurring : tuple of str
        Sentences that recur in the corpus.
    fingerprint : str or None
        The encoder's fingerprint; None for encoders that need the whole corpus.
    parse : ParseSettings
    embed : EmbedSettings
    """

    path: Path
    documents: pd.DataFrame
    assignments: pd.DataFrame
    labels: dict[int, str]
    vectors: np.ndarray
    language: str
    recurring: tuple[str, ...]
    fingerprint: str | None
    parse: ParseSettings
    embed: EmbedSettings


def read_run(path: Path, run_time: dict[str, Any]) -> FinishedRun:
    """Read the results of a run that assigning needs.

    Parameters
    ----------
    path : Path
        `results/NAME`.
    run_time : dict
        Keys of `embed` that change no result, like folders.

    Raises
    ------
    TopographError
        If a stage has not finished, files do not belong together, or the run's encoder cannot
        encode new documents.
    """
    from pydantic import ValidationError

    from topograph.config import EmbedSettings, ParseSettings

    files = StageFiles(path, READS)
    corpus, encoder = files.read_json("parse/corpus.json"), files.read_json("embed/encoder.json")
    try:
        parse = ParseSettings.model_validate(files.read_seal("parse")["settings"]["parse"])
        embed = EmbedSettings.model_validate(encoder["settings"] | run_time)
    except (ValidationError, KeyError) as error:
        raise TopographError(
            f"The settings in {path} cannot be read.",
            "the run was made by another version of Topograph.",
            f"run `{rerun_command(path)}`.",
        ) from error
    _refuse_corpus_encoder(path, embed)
    topics = files.read_table("label/topics.parquet")
    if topics.empty:
        raise TopographError(
            f"{path} has no topics.",
            "all of its documents are noise.",
            "lower cluster.min_cluster_size, or edit the curation file, then run "
            f"`{rerun_command(path)}`.",
        )
    return FinishedRun(
        path,
        files.read_table("parse/documents.parquet"),
        files.read_table("label/assignments.parquet"),
        dict(zip(topics["topic"].to_list(), topics["label"].to_list(), strict=True)),
        files.read_array("embed/embeddings.npy"),
        str(corpus["language"]),
        tuple(corpus["recurring_sentences"]),
        encoder["fingerprint"],
        parse,
        embed,
    )


def _refuse_corpus_encoder(path: Path, embed: EmbedSettings) -> None:
    from topograph.encoders.kinds import CorpusEncoderKind
    from topograph.encoders.registry import encoder_kind

    kind = encoder_kind(embed.encoder)
    if isinstance(kind, CorpusEncoderKind):
        raise TopographError(
            f"New documents cannot be assigned to {path}: its encoder is `{embed.encoder}`.",
            kind.without_new,
            "set embed.encoder to another encoder, like onnx, and make the run again; or add the "
            "documents to parse.files.",
        )
