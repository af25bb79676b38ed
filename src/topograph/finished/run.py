"""A finished run in Python: tables, vectors and figures, loaded on first use.

>>> from topograph import load_run
>>> run = load_run("results/icml2026")  # doctest: +SKIP
>>> run.topics[["label", "size"]]  # doctest: +SKIP
"""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.core.topics import NO_TOPIC
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.rundir.columntypes import ColumnType, column_types
from topograph.rundir.contract import STAGES, Stage
from topograph.rundir.stagefiles import StageFiles, check_run_folder, read_seal, rerun_command

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import plotly.graph_objects as go
    import scipy.sparse

    from topograph.figures.base import Asked
    from topograph.figures.results import Results


class Run:
    """The results of a run. Created by `load_run`.

    Attributes
    ----------
    path : Path
        The run's folder.
    name : str
        Its name.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name

    def __repr__(self) -> str:
        documents = counted(len(self.documents), "document")
        return f"<Run {self.name}: {documents}, {counted(len(self.topics), 'topic')}>"

    @cached_property
    def documents(self) -> pd.DataFrame:
        """One row per document, with its topic and the topic's label; indexed by `doc_id`."""
        import pandas as pd

        documents = pd.read_parquet(self.path / "parse/documents.parquet")
        assignments = pd.read_parquet(self.path / "label/assignments.parquet")
        labels = self.topics["label"]
        own = {*assignments.columns, "label"} - {"doc_id"}
        types = documents.attrs
        documents = documents.rename(columns={name: f"{name}_of_corpus" for name in own})
        joined = documents.merge(assignments, on="doc_id", how="left", validate="1:1")
        joined["label"] = joined["topic"].map(labels).fillna(NO_TOPIC)
        indexed = joined.set_index("doc_id")
        indexed.attrs = types
        return indexed

    @cached_property
    def columns(self) -> dict[str, ColumnType]:
        """The corpus' own columns, with their types."""
        import pandas as pd

        return column_types(pd.read_parquet(self.path / "parse/documents.parquet"))

    @cached_property
    def topics(self) -> pd.DataFrame:
        """One row per topic: label, size, terms, weights, stability, representatives."""
        import pandas as pd

        return pd.read_parquet(self.path / "label/topics.parquet").set_index("topic")

    @cached_property
    def hierarchy(self) -> dict[str, Any]:
        """The tree of topics."""
        return self._json("label/hierarchy.json")

    @cached_property
    def metrics(self) -> dict[str, Any]:
        """All measures, each with value, range, direction and meaning."""
        return self._json("evaluate/metrics.json")

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Settings, versions and hashes of all files of the run."""
        return self._json("manifest.json")

    @cached_property
    def embeddings(self) -> np.ndarray:
        """Embeddings (float32, n x d), memory-mapped, in the order of `documents`."""
        return self._array("embed/embeddings.npy")

    @cached_property
    def map(self) -> np.ndarray:
        """Coordinates of the documents on the map (float32, n x 2)."""
        return self._array("reduce/map.npy")

    @cached_property
    def neighbors(self) -> np.ndarray:
        """Nearest neighbours, nearest first, as rows of `documents` (int32, n x k)."""
        import numpy as np

        with np.load(self.path / "reduce/neighbors.npz") as archive:
            indices: np.ndarray = archive["indices"]
        return indices

    @cached_property
    def memberships(self) -> scipy.sparse.csr_matrix:
        """Share of each document's neighbourhood in each topic (n x topics)."""
        import pandas as pd
        import scipy.sparse

        from topograph.figures.results import memberships_of

        shares = scipy.sparse.csr_matrix(
            scipy.sparse.load_npz(self.path / "cluster/memberships.npz")
        )
        found = pd.read_parquet(self.path / "cluster/assignments.parquet")["topic"]
        return memberships_of(shares, found.to_numpy(), self.documents["topic"].to_numpy())

    def seal(self, stage: str) -> dict[str, Any]:
        """The seal of a stage: its settings, inputs and outputs."""
        return read_seal(self.path, stage)

    def figure(self, name: str) -> go.Figure:
        """Draw a figure of the run.

        Parameters
        ----------
        name : str
            A key of `topograph.figures.registry.FIGURES`.

        Raises
        ------
        TopographError
            If there is no figure with this name.
        """
        from topograph.figures.registry import figure_named

        return figure_named(name).draw(self._results, self._asked())

    @cached_property
    def _results(self) -> Results:
        from topograph.figures.results import read_results

        return read_results(StageFiles(self.path, Stage("figure", STAGES["plot"].reads, ())))

    def search(self, words: str) -> pd.DataFrame:
        """Documents whose title or text contains all the words, ignoring case."""
        found = self.documents["title"] + "\n" + self.documents["text"]
        keep = found.str.len() >= 0
        for word in words.split():
            keep &= found.str.contains(word, case=False, regex=False)
        return self.documents[keep]

    def _asked(self) -> Asked:
        from topograph.figures.base import Asked

        seal = self._json("plot/summary.json")
        return Asked(
            seal["settings"]["plot"]["hover_words"],
            seal["summary"]["dot_size"],
            seal["settings"]["evaluate"]["label_column"] or "",
        )

    def _json(self, name: str) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((self.path / name).read_text(encoding="utf-8"))
        return content

    def _array(self, name: str) -> np.ndarray:
        import numpy as np

        array: np.ndarray = np.load(self.path / name, mmap_mode="r")
        return array


def load_run(path: str | Path) -> Run:
    """Open a finished run.

    Parameters
    ----------
    path : str or Path
        The run's folder, like `results/icml2026`.

    Raises
    ------
    TopographError
        If the run does not exist or is not finished.
    """
    folder = Path(path)
    check_run_folder(folder)
    names = [name for stage in STAGES.values() for name in (stage.seal, *stage.writes)]
    missing = [name for name in names if not (folder / name).exists()]
    if missing:
        raise TopographError(
            f"The run in {folder} is not finished.",
            f"{missing[0]} does not exist"
            + (f", nor do {len(missing) - 1} other files." if missing[1:] else "."),
            f"run `{rerun_command(folder)}` in the project's folder."
            if folder.absolute().parent.name == "results"
            else "copy the folder again from a finished run.",
        )
    seals = {stage: read_seal(folder, stage) for stage in STAGES}
    outputs = {name: digest for seal in seals.values() for name, digest in seal["outputs"].items()}
    for stage, seal in seals.items():
        for name, digest in seal["inputs"].items():
            if outputs.get(name, digest) != digest:
                raise TopographError(
                    f"The stages in {folder} do not belong together.",
                    f"`{stage}` was made from another {name} than the one in this run.",
                    f"delete {folder / stage} and run `{rerun_command(folder)}`.",
                )
    return Run(folder)
