"""How a stage reads and writes the files of a run.

`open_stage` gives a stage its `StageFiles`, the only way to the run's folder. It

- refuses inputs that do not belong together: a file that is not the one its stage sealed, or
  that was made from other inputs than this run's,
- writes each file under a temporary name and renames it when it is complete,
- seals the stage with `STAGE/summary.json` (`manifest.json` for the report), written last: the
  settings, the code's hash, the versions of the libraries, the SHA-256 of every input and output,
  what the stage has to tell, and a checksum over all of these.

Importing this module is cheap: pandas, pyarrow and numpy are imported where a file is touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.errors import TopographError
from topograph.rundir.atomic import remove, told, written_whole
from topograph.rundir.checksums import KEY as CHECKSUM
from topograph.rundir.checksums import is_whole, sha256_file, with_checksum
from topograph.rundir.columntypes import ATTRIBUTES
from topograph.rundir.contract import (
    OPEN_TABLES,
    Stage,
    arrow_type,
    columns_of,
    is_artifact,
    job_of,
    kind_of,
    maker_of,
    stage_named,
)
from topograph.rundir.inputs import Known, Watch, keep
from topograph.rundir.locks import locked
from topograph.rundir.provenance import versions
from topograph.system.jsontext import pretty_json

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    import scipy.sparse


@dataclass
class StageFiles:
    """A stage's access to a run's folder. Made by `open_stage`.

    Attributes
    ----------
    run_dir : Path
        `results/NAME`.
    stage : Stage
        The stage that reads and writes.
    summary : dict
        What the stage has to tell (values used for `auto`, counts, notes); goes into its seal.
    """

    run_dir: Path
    stage: Stage
    summary: dict[str, Any] = field(default_factory=dict)
    _inputs: dict[str, str] = field(default_factory=dict)
    _outputs: dict[str, str] = field(default_factory=dict)
    _known: Known = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """Where the artifact `name` lies."""
        return self.run_dir / name

    def read_table(self, name: str) -> pd.DataFrame:
        """Read a Parquet artifact and hold it against its contract."""
        import pandas as pd

        frame = pd.read_parquet(self._verified(name))
        missing = [column for column in columns_of(name) if column not in frame.columns]
        if missing:
            raise self._refusal(name, f"it lacks the columns {', '.join(missing)}")
        return frame

    def read_array(self, name: str, *, mmap: bool = False) -> np.ndarray:
        """Read an `.npy` artifact, memory-mapped on request."""
        import numpy as np

        array: np.ndarray = np.load(self._verified(name), mmap_mode="r" if mmap else None)
        return array

    def read_arrays(self, name: str) -> dict[str, np.ndarray]:
        """Read an `.npz` artifact as a dictionary of arrays."""
        import numpy as np

        with np.load(self._verified(name)) as archive:
            return {key: archive[key] for key in archive.files}

    def read_sparse(self, name: str) -> scipy.sparse.csr_matrix:
        """Read a sparse matrix."""
        import scipy.sparse

        return scipy.sparse.csr_matrix(scipy.sparse.load_npz(self._verified(name)))

    def read_json(self, name: str) -> Any:
        """Read a JSON artifact."""
        return json.loads(self._verified(name).read_text(encoding="utf-8"))

    def read_seal(self, stage: str) -> dict[str, Any]:
        """The seal of an earlier stage, or of a repeat, of this run."""
        return read_seal(self.run_dir, stage)

    def use(self, name: str) -> Path:
        """Check an artifact that is linked to and not read, and record it as an input."""
        return self._verified(name)

    def record_input(self, name: str, digest: str) -> None:
        """Record an input from outside the run's folder that another process has read."""
        self._inputs[name] = digest

    @contextmanager
    def reading(self, names: Iterable[str]) -> Iterator[None]:
        """Record files from outside the run's folder as inputs, and watch them while they are read.

        Raises
        ------
        TopographError
            If one of them was written to before the block ends.
        """
        watch = Watch(names)
        try:
            yield
        except TopographError:
            watch.end()  # what was half written cannot be read either
            raise
        watch.end()
        self._inputs |= watch.hashes
        self._known |= watch.known

    def write_table(self, name: str, frame: pd.DataFrame) -> None:
        """Write a Parquet artifact; its columns and types must be those of the contract."""
        import pyarrow as pa

        self.write_tables(name, [pa.Table.from_pandas(frame, preserve_index=False)])

    def write_tables(self, name: str, tables: Iterable[pa.Table]) -> None:
        """Write a Parquet artifact part by part, each a row group; only one part is in memory.

        Parameters
        ----------
        name : str
        tables : iterable of Table
            At least one, all with the same columns: those of the contract, and others where the
            artifact may have them.
        """
        import pyarrow.parquet as pq

        with self._writing(name) as temporary:
            parts = (_as_agreed(name, table) for table in tables)
            first = next(parts)
            with pq.ParquetWriter(temporary, first.schema) as writer:
                for table in chain([first], parts):
                    writer.write_table(table, row_group_size=max(len(table), 1))

    def write_array(self, name: str, array: np.ndarray) -> None:
        """Write an `.npy` artifact."""
        import numpy as np

        with self._writing(name) as temporary, temporary.open("wb") as handle:
            np.save(handle, array, allow_pickle=False)

    def write_arrays(self, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        """Write an uncompressed `.npz` artifact; numpy fixes the members' dates."""
        import numpy as np

        with self._writing(name) as temporary, temporary.open("wb") as handle:
            np.savez(handle, allow_pickle=False, **dict(arrays))

    def write_sparse(self, name: str, matrix: scipy.sparse.csr_matrix) -> None:
        """Write a sparse matrix as scipy does (`scipy.sparse.load_npz`), as float32."""
        import numpy as np
        import scipy.sparse

        with self._writing(name) as temporary, temporary.open("wb") as handle:
            scipy.sparse.save_npz(handle, matrix.astype(np.float32), compressed=False)

    def write_json(self, name: str, value: Any) -> None:
        """Write a JSON artifact for people and programs."""
        self.write_text(name, pretty_json(value))

    def write_text(self, name: str, text: str) -> None:
        """Write a text artifact as UTF-8, with Unix line ends."""
        with self._writing(name) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")

    @contextmanager
    def write_folder(self, name: str) -> Iterator[Path]:
        """Give an empty folder to fill; it takes its final name when the block ends well."""
        with self._writing(name) as temporary:
            temporary.mkdir()
            yield temporary

    @contextmanager
    def _writing(self, name: str) -> Iterator[Path]:
        if name not in self.stage.writes:
            raise ValueError(f"stage {self.stage.name} does not write {name}")
        final = self.path(name)
        with written_whole(final) as temporary:
            yield temporary
        self._outputs[name] = sha256_file(final)

    def _verified(self, name: str) -> Path:
        """Check that the artifact is the one its stage sealed, made from this run's inputs."""
        if name not in self.stage.reads:
            raise ValueError(f"stage {self.stage.name} does not read {name}")
        maker = maker_of(name)
        seal = read_seal(self.run_dir, maker)
        path = self.path(name)
        if not path.exists():
            raise self._refusal(name, "it is missing")
        digest = sha256_file(path)
        if seal["outputs"].get(name) != digest:
            raise self._refusal(name, f"it is not the {kind_of(name)} that `{maker}` wrote")
        for upstream, used in seal["inputs"].items():
            if not is_artifact(upstream):
                continue  # a corpus file, outside the run's folder
            producer = maker_of(upstream)
            present = read_seal(self.run_dir, producer)["outputs"].get(upstream)
            if present != used:
                raise self._refusal(
                    name, f"it was made from another {upstream} than the one in this run"
                )
        self._inputs[name] = digest
        return path

    def _refusal(self, name: str, why: str) -> TopographError:
        maker = maker_of(name)
        return TopographError(
            f"{self.path(name)} cannot be used by `{self.stage.name}`.",
            why + ".",
            f"run `{again(self.run_dir, maker)}`.",
        )


def _as_agreed(name: str, table: pa.Table) -> pa.Table:
    """A table with the columns of the contract first, in their types."""
    import pyarrow as pa

    contract = columns_of(name)
    extra = [column for column in table.column_names if column not in contract]
    if extra and name not in OPEN_TABLES:
        raise ValueError(f"{name}: columns outside the contract: {extra}")
    for column, kind in contract.items():
        found = table.schema.field(column).type
        text = pa.types.is_string(found) or pa.types.is_large_string(found)
        if not pa.types.is_null(found) and text != (kind == "string"):
            raise ValueError(f"{name}: column {column} is {found}, not {kind}")
    own = pa.schema([(column, arrow_type(kind)) for column, kind in contract.items()])
    schema = pa.unify_schemas([own, table.select(extra).schema]).with_metadata(None)
    types = (table.schema.metadata or {}).get(ATTRIBUTES)
    schema = schema.with_metadata({ATTRIBUTES: types} if types else None)
    return table.select(schema.names).cast(schema)


def called(command: str) -> str:
    """A command as the user calls it: through `uv run` where this process was called so."""
    return f"uv run {command}" if os.environ.get("UV") else command


def again(run_dir: Path, stage: str | None = None) -> str:
    """The command that makes a run, from a stage on, to be called in the project's folder."""
    command = called(f"snakemake results/{run_dir.name}/report.html")
    return f"{command} --forcerun {job_of(stage)}" if stage else command


def read_seal(run_dir: Path, stage: str) -> dict[str, Any]:
    """Read `STAGE/summary.json`.

    Raises
    ------
    TopographError
        If the stage has not finished in this run's folder.
    """
    path = run_dir / stage_named(stage).seal
    if not path.exists():
        number = "".join(f" {part}" for part in stage.split("/")[1:])
        raise TopographError(
            f"{path} is missing.",
            f"the stage `{stage}` has not finished in this folder.",
            f"run `{again(run_dir, stage)}`, or `topograph {job_of(stage)} {run_dir}{number}`.",
        )
    content = path.read_bytes()
    if not is_whole(content):
        raise TopographError(
            f"{path} cannot be used.",
            f"it is damaged, or not what the stage `{stage}` wrote.",
            f"run `{again(run_dir, stage)}`.",
        )
    seal: dict[str, Any] = json.loads(content)
    del seal[CHECKSUM]
    return seal


@contextmanager
def open_stage(
    run_dir: Path, name: str, settings: Mapping[str, Any], code: str
) -> Iterator[StageFiles]:
    """Open a run's folder for one stage, and seal the stage when the block ends well.

    The old seal is removed first, so that a stage killed half-way is never taken for finished.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`; made if absent.
    name : str
        A key of `STAGES`, or one of `topograph.rundir.contract.repeat_names`.
    settings : mapping
        The settings the stage runs with, all defaults written out.
    code : str
        Hash of the stage's source (`topograph.rundir.provenance.code_hash`).
    """
    with _locked(run_dir, name):
        files = _begin(run_dir, stage_named(name, settings))
        yield files
        _seal(files, settings, code)


def known_contents(run_dir: Path, job: str) -> Path:
    """Where the hashes of the files that a job read from outside are kept, beside their times."""
    return run_dir / "logs" / f".{job.replace('/', '-')}.known.json"


def _locked(run_dir: Path, name: str) -> AbstractContextManager[None]:
    """Let one process at a time work on a stage: a killed workflow's jobs may be at work still."""
    path = run_dir / "logs" / f".{name.replace('/', '-')}.lock"
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return locked(path, waiting(name))


def waiting(name: str) -> Callable[[str], None]:
    """A function that tells which process a stage waits for."""
    return lambda process: print(f"{name}: waits for {process}, at work on the same", flush=True)


def stage_locks(run_dir: Path) -> list[tuple[Path, str]]:
    """The locks of the stages and repeats that were ever at work on a run, with their names."""
    found = sorted((run_dir / "logs").glob(".*.lock"))
    return [(path, path.name[1 : -len(".lock")].replace("-", "/")) for path in found]


def _begin(run_dir: Path, stage: Stage) -> StageFiles:
    """Remove a stage's seal, and what a killed job has left."""
    seal = run_dir / stage.seal
    with told(seal):
        seal.parent.mkdir(parents=True, exist_ok=True)
        seal.unlink(missing_ok=True)
        for leftover in seal.parent.glob(".*.tmp"):
            remove(leftover)
    return StageFiles(run_dir, stage)


def _seal(files: StageFiles, settings: Mapping[str, Any], code: str) -> None:
    """Write the seal of a stage that has written all its files."""
    stage = files.stage
    missing = [output for output in stage.writes if output not in files._outputs]
    if missing:
        raise ValueError(f"stage {stage.name} did not write {', '.join(missing)}")
    content = {
        "stage": stage.name,
        "settings": dict(settings),
        "code": code,
        "versions": versions([job_of(stage.name)]),
        "inputs": dict(sorted(files._inputs.items())),
        "outputs": dict(sorted(files._outputs.items())),
        "summary": files.summary,
    }
    keep(known_contents(files.run_dir, stage.name), files._known)
    with written_whole(files.path(stage.seal)) as temporary:
        temporary.write_text(with_checksum(pretty_json(content)), encoding="utf-8", newline="\n")
