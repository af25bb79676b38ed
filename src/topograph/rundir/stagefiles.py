"""How a stage reads and writes the files of a run.

A stage accesses the run's folder only through `StageFiles`, which `open_stage` yields. It

- refuses inputs that do not belong together: a file that differs from the one its stage sealed, or
  that was made from other inputs than this run's,
- writes each file atomically,
- seals the stage: writes `STAGE/summary.json` (`manifest.json` for the report) last, with the
  settings, the hash of the code, the versions of the libraries, the SHA-256 of every input and
  output, the stage's summary, and a checksum over all of these.

Importing this module is cheap: pandas, pyarrow and numpy are imported when a file is accessed.
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
from topograph.rundir.atomic import atomic_write, remove, report_write_errors
from topograph.rundir.checksums import KEY as CHECKSUM
from topograph.rundir.checksums import is_intact, sha256_file, with_checksum
from topograph.rundir.columntypes import conform_table
from topograph.rundir.contract import (
    SWEEPS,
    Stage,
    columns_of,
    is_artifact,
    job_of,
    kind_of,
    maker_of,
    stage_named,
)
from topograph.rundir.inputs import FileWatch, HashRecord, save_hashes
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
    """A stage's access to a run's folder. Created by `open_stage`.

    Attributes
    ----------
    run_dir : Path
        `results/NAME`.
    stage : Stage
        The stage that reads and writes.
    summary : dict
        Values used for `auto`, counts and notes; written into the seal.
    """

    run_dir: Path
    stage: Stage
    summary: dict[str, Any] = field(default_factory=dict)
    _inputs: dict[str, str] = field(default_factory=dict)
    _outputs: dict[str, str] = field(default_factory=dict)
    _known: HashRecord = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """The path of the artifact `name`."""
        return self.run_dir / name

    def read_table(self, name: str) -> pd.DataFrame:
        """Read a Parquet artifact and check its columns against the contract."""
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
        """Check an artifact that is linked but not read, and record it as an input."""
        return self._verified(name)

    def record_input(self, name: str, digest: str) -> None:
        """Record an external input that another process has read."""
        self._inputs[name] = digest

    @contextmanager
    def reading(self, names: Iterable[str]) -> Iterator[None]:
        """Record external files as inputs, and check that they do not change while they are read.

        Raises
        ------
        TopographError
            If a file was written to before the block ended.
        """
        watch = FileWatch(names)
        try:
            yield
        except TopographError:
            watch.end()  # a half-written file causes read errors, too
            raise
        watch.end()
        self._inputs |= watch.hashes
        self._known |= watch.known

    def write_table(self, name: str, frame: pd.DataFrame) -> None:
        """Write a Parquet artifact with the columns and types of the contract."""
        import pyarrow as pa

        self.write_tables(name, [pa.Table.from_pandas(frame, preserve_index=False)])

    def write_tables(self, name: str, tables: Iterable[pa.Table]) -> None:
        """Write a Parquet artifact part by part, with one part in memory at a time.

        Parameters
        ----------
        name : str
        tables : iterable of Table
            At least one; each becomes a row group. All have the same columns: those of the
            contract, and further ones for tables in `OPEN_TABLES`.
        """
        import pyarrow.parquet as pq

        with self._writing(name) as temporary:
            parts = (conform_table(name, table) for table in tables)
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
        """Write an uncompressed `.npz` artifact; numpy gives its members a fixed date."""
        import numpy as np

        with self._writing(name) as temporary, temporary.open("wb") as handle:
            np.savez(handle, allow_pickle=False, **dict(arrays))

    def write_sparse(self, name: str, matrix: scipy.sparse.csr_matrix) -> None:
        """Write a sparse matrix as float32, to be read by `scipy.sparse.load_npz`."""
        import numpy as np
        import scipy.sparse

        with self._writing(name) as temporary, temporary.open("wb") as handle:
            scipy.sparse.save_npz(handle, matrix.astype(np.float32), compressed=False)

    def write_json(self, name: str, value: Any) -> None:
        """Write an indented JSON artifact."""
        self.write_text(name, pretty_json(value))

    def write_text(self, name: str, text: str) -> None:
        """Write a text artifact as UTF-8 with Unix line endings."""
        with self._writing(name) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")

    @contextmanager
    def write_folder(self, name: str) -> Iterator[Path]:
        """Yield an empty folder; it gets its final name when the block succeeds."""
        with self._writing(name) as temporary:
            temporary.mkdir()
            yield temporary

    @contextmanager
    def _writing(self, name: str) -> Iterator[Path]:
        if name not in self.stage.writes:
            raise ValueError(f"stage {self.stage.name} does not write {name}")
        final = self.path(name)
        with atomic_write(final) as temporary:
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
            raise self._refusal(name, "the file does not exist")
        digest = sha256_file(path)
        if seal["outputs"].get(name) != digest:
            raise self._refusal(
                name, f"the {kind_of(name)} has changed since the stage `{maker}` wrote it"
            )
        for upstream, used in seal["inputs"].items():
            if not is_artifact(upstream):
                continue  # an external file
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
            f"run `{rerun_command(self.run_dir, maker)}`.",
        )


def user_command(command: str) -> str:
    """A command as the user runs it: with `uv run` if this process was started with it."""
    return f"uv run {command}" if os.environ.get("UV") else command


def rerun_command(run_dir: Path, stage: str | None = None) -> str:
    """The command that makes a run, or re-runs it from a stage on, in the project's folder."""
    if run_dir.parent.parent.name == SWEEPS:
        command = user_command(f"snakemake results/{SWEEPS}/{run_dir.parent.name}/sweep.html")
        return f"{command} --forcerun point" if stage else command
    command = user_command(f"snakemake results/{run_dir.name}/report.html")
    return f"{command} --forcerun {job_of(stage)}" if stage else command


def check_run_folder(run_dir: Path) -> None:
    """Check that the folder of a run exists.

    Raises
    ------
    TopographError
        If it does not; the message lists the runs beside it.
    """
    if run_dir.is_dir():
        return
    runs = sorted(path.parent.parent.name for path in run_dir.parent.glob("*/parse/summary.json"))
    others = f"; {run_dir.parent} has the runs {', '.join(runs)}" if runs else ""
    raise TopographError(
        f"There is no run in {run_dir}.",
        f"the folder does not exist{others}.",
        "check the path. To make a new run, call "
        f"`{user_command(f'topograph init FILE --run {run_dir.name}')}`, then "
        f"`{rerun_command(run_dir)}`.",
    )


def read_seal(run_dir: Path, stage: str) -> dict[str, Any]:
    """Read `STAGE/summary.json`.

    Raises
    ------
    TopographError
        If the run does not exist, or the stage has not finished in its folder.
    """
    check_run_folder(run_dir)
    path = run_dir / stage_named(stage).seal
    if not path.exists():
        number = "".join(f" {part}" for part in stage.split("/")[1:])
        one_stage = user_command(f"topograph {job_of(stage)} {run_dir}{number}")
        raise TopographError(
            f"{path} is missing.",
            f"the stage `{stage}` has not finished in this folder.",
            f"run `{rerun_command(run_dir, stage)}`, or this stage alone: `{one_stage}`.",
        )
    content = path.read_bytes()
    if not is_intact(content):
        raise TopographError(
            f"{path} cannot be used.",
            f"it is damaged, or has changed since the stage `{stage}` wrote it.",
            f"run `{rerun_command(run_dir, stage)}`.",
        )
    seal: dict[str, Any] = json.loads(content)
    del seal[CHECKSUM]
    return seal


@contextmanager
def open_stage(
    run_dir: Path, name: str, settings: Mapping[str, Any], code: str
) -> Iterator[StageFiles]:
    """Open a run's folder for one stage, and seal the stage when the block succeeds.

    Removes the old seal first, so that an interrupted stage is never taken for finished.

    Parameters
    ----------
    run_dir : Path
        `results/NAME`; created if needed.
    name : str
        A key of `STAGES`, or one of `topograph.rundir.contract.repeat_names`.
    settings : mapping
        The settings of the stage, with all defaults.
    code : str
        Hash of the stage's code (`topograph.rundir.provenance.code_hash`).
    """
    with _locked(run_dir, name):
        files = _prepare_stage(run_dir, stage_named(name, settings))
        yield files
        _write_seal(files, settings, code)


def hash_cache_path(run_dir: Path, job: str) -> Path:
    """The path of the hashes of the external files that a job has read."""
    return run_dir / "logs" / f".{job.replace('/', '-')}.known.json"


def _locked(run_dir: Path, name: str) -> AbstractContextManager[None]:
    """Let one process at a time work on a stage; jobs may outlive a killed workflow."""
    path = run_dir / "logs" / f".{name.replace('/', '-')}.lock"
    with report_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return locked(path, report_wait(name))


def report_wait(name: str) -> Callable[[str], None]:
    """A function that prints which process a stage waits for."""
    return lambda process: print(
        f"{name}: waiting for {process}, which runs the same stage", flush=True
    )


def stage_locks(run_dir: Path) -> list[tuple[Path, str]]:
    """The lock files of a run's stages and repeats, with the names of the jobs."""
    found = sorted((run_dir / "logs").glob(".*.lock"))
    return [(path, path.name[1 : -len(".lock")].replace("-", "/")) for path in found]


def _prepare_stage(run_dir: Path, stage: Stage) -> StageFiles:
    """Remove a stage's seal and the temporary files of a killed job."""
    seal = run_dir / stage.seal
    with report_write_errors(seal):
        seal.parent.mkdir(parents=True, exist_ok=True)
        seal.unlink(missing_ok=True)
        for leftover in seal.parent.glob(".*.tmp"):
            remove(leftover)
    return StageFiles(run_dir, stage)


def _write_seal(files: StageFiles, settings: Mapping[str, Any], code: str) -> None:
    """Write the seal of a stage once it has written all its files."""
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
    save_hashes(hash_cache_path(files.run_dir, stage.name), files._known)
    with atomic_write(files.path(stage.seal)) as temporary:
        temporary.write_text(with_checksum(pretty_json(content)), encoding="utf-8", newline="\n")
