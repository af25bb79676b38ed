"""Run a repeat: find the topics again from the run's documents and embeddings.

`reduce` and `cluster` run as for the run itself, each in a separate process, in a temporary folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topograph.config import RunConfig, stage_settings
from topograph.core.topics import NOISE
from topograph.core.wording import counted
from topograph.errors import TopographError
from topograph.jobs.repeat.variants import GENERIC, repeat_environment, repeat_settings
from topograph.rundir.contract import is_artifact, job_of, maker_of, repeat_table
from topograph.rundir.stagefiles import StageFiles, read_seal
from topograph.system.jsontext import canonical_json

if TYPE_CHECKING:
    import pandas as pd

#: Stages that a repeat runs.
REPEATED = ("reduce", "cluster")


def run(files: StageFiles, settings: dict[str, Any], number: int, threads: int) -> None:
    """Find the topics of a run again.

    Parameters
    ----------
    files : StageFiles
        Opened for `repeat/NUMBER`.
    settings : dict
        The sections `reduce` and `cluster` of the run.
    number : int
        Of the repeat: 0 for a generic processor, 1 or more for other seeds.
    threads : int
        Cores to use; the result does not depend on it.
    """
    for name in files.stage.reads:
        files.use(name)
    own = repeat_settings(settings, number)
    seal_folder = files.path(files.stage.seal).parent
    # the next attempt removes folders with such a name that a killed one has left
    with tempfile.TemporaryDirectory(prefix=".", suffix=".tmp", dir=seal_folder) as temporary:
        copy = Path(temporary) / files.run_dir.name
        copy.mkdir()
        for folder in sorted({maker_of(name) for name in files.stage.reads}):
            (copy / folder).symlink_to((files.run_dir / folder).absolute())
        table = _find_topics(copy, RunConfig.model_validate(own), number, threads)
        for name, digest in read_seal(copy, "cluster")["inputs"].items():
            if not is_artifact(name):
                files.record_input(name, digest)
    files.write_table(repeat_table(files.stage.name), table)
    topics, noise = int(table["topic"].max()) + 1, int((table["topic"] == NOISE).sum())
    seeds = {section: keys["seed"] for section, keys in own.items()}
    files.summary |= {"seeds": seeds, "topics": topics, "noise_documents": noise}
    how = "compiled for a generic processor" if number == GENERIC else f"seeds {_seeds_text(seeds)}"
    print(
        f"{job_of(files.stage.name)} {number}: {counted(topics, 'topic')}, "
        f"{counted(noise, 'document')} of {len(table):,} in no topic; {how}"
    )


def _seeds_text(seeds: dict[str, int]) -> str:
    return " and ".join(f"{seed} ({section})" for section, seed in seeds.items())


def _find_topics(copy: Path, config: RunConfig, number: int, threads: int) -> pd.DataFrame:
    """Run the stages on a copy of the run and return `doc_id` and `topic`."""
    import pandas as pd

    environment = repeat_environment(os.environ, number)
    for stage in REPEATED:
        command = [sys.executable, "-m", "topograph", stage, str(copy), "--threads", str(threads)]
        command += ["--settings", canonical_json(stage_settings(config, stage))]
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            close_fds=False,  # pass on the lock, in case this process is killed
        )
        if done.returncode:
            print(done.stdout, file=sys.stderr)
            raise TopographError(
                f"Repeat {number} of {copy.name} failed.",
                f"`{stage}` ended with status {done.returncode}; its output is above.",
                "correct the error above and run it again, or set evaluate.repeats to 0.",
            )
    return pd.read_parquet(copy / "cluster/assignments.parquet", columns=["doc_id", "topic"])
