"""The stage `label`: curate topics, assign keys, choose terms and names, save a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from topograph.config import EmbedSettings
from topograph.core.wording import counted
from topograph.curation.file import Curation, curation_path, read_curation
from topograph.curation.identity import TopicMembers
from topograph.rundir.contract import TOPIC_KEYS
from topograph.rundir.stagefiles import StageFiles
from topograph.stages.label.configuredchat import LlmNaming
from topograph.stages.label.curation import CuratedTopics, curate, with_names
from topograph.stages.label.finalassignments import final_assignments, stability_of_topics
from topograph.stages.label.hierarchy import text_tree
from topograph.stages.label.labelling import Labels, label
from topograph.stages.label.model import fit_model, save_model
from topograph.stages.label.termvectors import TermEncoder, term_encoder
from topograph.stages.label.termviews import VIEWS
from topograph.stages.label.topickeys import (
    assign_keys,
    read_history,
    update_history,
    write_history,
)

if TYPE_CHECKING:
    import pandas as pd

    from topograph.config import RunConfig


def run(files: StageFiles, config: RunConfig, threads: int) -> None:
    """Label the topics of a run."""
    documents = files.read_table("parse/documents.parquet")
    found = files.read_table("cluster/assignments.parquet")
    vectors = files.read_array("embed/embeddings.npy")
    texts = documents["text"].to_list()
    language = str(files.read_json("parse/corpus.json")["language"])
    topics = found["topic"].to_numpy()
    # terms are encoded like the documents
    used = files.read_json("embed/encoder.json")["settings"]
    settings = EmbedSettings(**used | vars(config.embed))
    naming = LlmNaming.prepare(files, config.label)
    with term_encoder(settings, texts, threads) as encoder:

        def labelled(own: np.ndarray, **more: Any) -> Labels:
            return label(texts, vectors, own, config.label, language, encoder, **more)

        def found_terms() -> list[list[str]]:
            return [[term for term, _ in own.terms] for own in labelled(topics).chosen]

        curated, found_keys = _curated(files, found, vectors, found_terms)
        namer = naming.name if naming else None
        given = _given_names(files, curated, found_keys)
        result = labelled(curated.topics, given=given, namer=namer)
    table = _table(files, documents["doc_id"], topics, curated, result)
    files.write_table("label/topics.parquet", table)
    files.write_table("label/assignments.parquet", final_assignments(found, curated, vectors))
    files.write_json("label/hierarchy.json", result.hierarchy)
    model = fit_model(
        vectors, curated.topics, result.vocabulary, config.label.phrase_words, result.chosen
    )
    with files.write_folder("label/model/") as folder:
        save_model(model, folder, dict(enumerate(result.names.final)))
    refused = [with_names(text, curated.keys, result.names.final) for text in curated.refused]
    notes = [f"the curation was not applied to {text}" for text in refused]
    notes += naming.notes(curated.keys) if naming else []
    files.summary |= {
        "topics": len(result.chosen),
        "found_keys": found_keys,
        "curation": {"applied": curated.applied, "not_applied": refused},
        "term_vectors": "by the encoder of the documents" if encoder else "mean of the documents",
        "llm_names": sum(map(bool, result.names.llm)),
        "notes": notes,
    }
    _print_summary(settings, encoder, result, curated.applied, notes)


def _curated(
    files: StageFiles, found: pd.DataFrame, vectors: np.ndarray, terms: Any
) -> tuple[CuratedTopics, list[str]]:
    """The topics after curation, and the keys of the topics as found."""
    topics, doc_ids = found["topic"].to_numpy(), found["doc_id"].to_list()
    members = TopicMembers(doc_ids, topics.tolist())
    memory = files.path(TOPIC_KEYS)
    known = read_history(memory)
    path = curation_path(files.run_dir.name)
    curation = Curation()
    if path.exists():
        with files.reading([path.as_posix()]):
            curation = read_curation(path)
    asked = {entry.key: [entry.fingerprint, *known.get(entry.key, [])] for entry in curation.topics}
    keys = assign_keys(members, known | asked)
    curated = curate(curation, topics, keys, doc_ids, vectors, terms)
    write_history(memory, update_history(known, members, keys))
    return curated, keys


def _given_names(
    files: StageFiles, curated: CuratedTopics, found_keys: list[str]
) -> dict[int, str]:
    """Names by a person: those in the curation, or else those of seed topics."""
    seeds = dict(
        zip(found_keys, files.read_table("cluster/topics.parquet")["seed_topic"], strict=True)
    )
    taken = {name.casefold() for name in curated.names.values()}
    kept = {
        topic: seeds[key]
        for topic, key in enumerate(curated.keys)
        if seeds.get(key) and seeds[key].casefold() not in taken
    }
    return kept | curated.names


def _table(
    files: StageFiles,
    doc_ids: pd.Series[str],
    found: np.ndarray,
    curated: CuratedTopics,
    result: Labels,
) -> pd.DataFrame:
    import pandas as pd

    names = result.names
    stability = files.read_table("cluster/topics.parquet")["stability"].to_list()
    return pd.DataFrame(
        {
            "topic": range(len(result.chosen)),
            "topic_key": curated.keys,
            "label": names.final,
            "label_keywords": names.keywords,
            "label_llm": names.llm,
            "label_curated": names.curated,
            "size": np.bincount(curated.topics[curated.topics >= 0]),
            "terms": [[term for term, _ in own.terms] for own in result.chosen],
            "weights": [[float(weight) for _, weight in own.terms] for own in result.chosen],
            **{
                f"terms_{view}": [[term for term, _ in own.views[view]] for own in result.chosen]
                for view in VIEWS
            },
            "stability": stability_of_topics(found, curated.topics, stability),
            "representatives": [doc_ids.iloc[rows].to_list() for rows in result.representatives],
            "quote": [sentence for _, sentence in result.quotes],
            "quote_from": [doc_ids.iloc[row] for row, _ in result.quotes],
            "note": [curated.notes.get(topic, "") for topic in range(len(result.chosen))],
        }
    )


def _print_summary(
    settings: EmbedSettings,
    encoder: TermEncoder | None,
    result: Labels,
    applied: list[str],
    notes: list[str],
) -> None:
    if encoder is None:
        print(
            f"label: {settings.encoder} does not encode terms; a term's vector is the mean vector "
            "of the documents that contain it"
        )
    for text in applied:
        print(f"label: curation: {text}")
    for note in notes:
        print(f"label: {note}")
    print(f"label: {counted(len(result.chosen), 'topic')} named")
    print(text_tree(result.hierarchy))
