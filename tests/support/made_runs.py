"""Results of runs made up for tests: any texts, any number of topics."""

import numpy as np
import pandas as pd
import scipy.sparse

from topograph.core.topics import centroids
from topograph.figures.results import Results
from topograph.rundir.columntypes import ColumnType, with_types
from topograph.rundir.contract import TABLES
from topograph.stages.label.hierarchy import group_topics, label_tree

#: A text that tries to leave every place a text may come to.
HOSTILE = (
    "</script><script>window.hacked=1</script> <!--<script> \u2028\u2029 null\x00byte "
    "\"double\" 'single' {{ data }} {{ plotly }} %{x} \\u003c & &amp; "
    "<img src=x onerror='window.hacked=2'> \u202eright to left\u202c שלום 🎉"
)


def typed(documents, **types):
    """Documents with types of the corpus' columns: those given, else by what they hold."""
    ours = TABLES["parse/documents.parquet"]
    own = {
        name: types.get(name) or type_of(documents[name])
        for name in documents.columns
        if name not in ours
    }
    return with_types(documents, own)


def type_of(values):
    if pd.api.types.is_bool_dtype(values) or set(map(type, values.dropna())) == {bool}:
        return ColumnType("boolean")
    if pd.api.types.is_numeric_dtype(values):
        return ColumnType("number")
    if pd.api.types.is_datetime64_any_dtype(values):
        return ColumnType("date", precision="day")
    if any(isinstance(value, list) for value in values):
        return ColumnType("list", shared=True)
    return ColumnType("category")


def results_of(
    counts, noise=0, text="A graph with nodes.", labels=None, types=None, **columns
) -> Results:
    """A run with topics of the sizes given, the largest first, and documents in no topic last.

    `columns` replace columns of the documents, or add some; `types` are those of the corpus' own.
    """
    random = np.random.default_rng(0)
    topics = np.repeat([*range(len(counts)), -1], [*counts, noise])
    n = len(topics)
    vectors = random.normal(size=(n, 8)).astype(np.float32)
    labels = labels or [f"topic {topic}" for topic in range(len(counts))]
    own = {
        "doc_id": [f"{row:012x}" for row in range(n)],
        "title": [f"Title {row}" for row in range(n)],
        "text": [f"{text} {row}" for row in range(n)] if isinstance(text, str) else text,
        "source": "a.txt",
        "position": range(n),
        "raw": "",
        "links": [["https://a.org/<b>"]] * n,
        "language": "en",
        "n_words": 5,
        "date": pd.Series([pd.NaT] * n, dtype="datetime64[ms]"),
        "date_precision": "",
    }
    assignments = pd.DataFrame(
        {
            "topic": topics,
            "strength": np.linspace(1, 0, n),
            "stability": np.linspace(0, 1, n),
            "nearest_topic": np.where(topics == 0, -1, 0),
            "margin": 0.125,
            "reason": np.where(topics < 0, "between topics", ""),
            "curation": "",
        }
    )
    starts = np.cumsum([0, *counts])
    table = pd.DataFrame(
        {
            "topic": range(len(counts)),
            "topic_key": [f"t{topic:07x}" for topic in range(len(counts))],
            "label": labels,
            "size": counts,
            "terms": [[f"term {topic}", "graph", "node"] for topic in range(len(counts))],
            "weights": [[0.9, 0.5, 0.1]] * len(counts),
            **{
                f"terms_{view}": [[f"{view} {topic}", "edge"] for topic in range(len(counts))]
                for view in ("ctfidf", "keybert", "mmr", "frex")
            },
            "quote": [f"Topic {topic} says it so." for topic in range(len(counts))],
            "quote_from": [f"{start:012x}" for start in starts[:-1]],
            "note": "",
            "stability": [0.75] * len(counts),
            "representatives": [[f"{starts[topic]:012x}"] for topic in range(len(counts))],
        }
    )
    root = group_topics(centroids(vectors, topics), scipy.sparse.csr_matrix((len(counts), 1)))
    hierarchy = label_tree(root, counts, labels, lambda node: f"group of {len(node.topics)}")
    neighbors = (np.arange(n)[:, None] + np.arange(1, min(4, n))) % n
    return Results(
        documents=typed(pd.DataFrame(own | columns), **(types or {})),
        assignments=assignments,
        topics=table,
        vectors=vectors,
        points=vectors[:, :2],
        neighbors=neighbors,
        hierarchy=hierarchy,
        memberships=memberships_in_nearest(topics, assignments["nearest_topic"], len(counts)),
    )


def memberships_in_nearest(topics, nearest, n_topics):
    """A document is wholly in its topic; noise is in its nearest one by 0.9, 0.8, ... 0.1."""
    n = len(topics)
    shares = np.where(topics >= 0, 1.0, np.clip(1 - 0.1 * np.cumsum(topics < 0), 0.1, 0.9))
    columns = np.where(topics >= 0, topics, nearest)
    return scipy.sparse.csr_matrix((shares, (np.arange(n), columns)), shape=(n, n_topics))
