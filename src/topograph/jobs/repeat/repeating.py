"""A repeat's edge: the run's documents and vectors in, the topics found once more out.

`reduce` and `cluster` run as they do for the run, each in a process of its own, in a folder that is
removed afterwards.
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

#: What is run once more.
REPEATED = ("reduce", "cluster")


def run(files: StageFiles, settings: dict[str, Any], number: int, threads: int) -> None:
    """Find the topics of a run once more.

    Parameters
    ----------
    files : StageFiles
        Opened for `repeat/NUMBER`.
    settings : dict
        The sections `reduce` and `cluster` of the run.
    number : int
        Of the repeat: 0 for a generic processor, from 1 on for other seeds.
    threads : int
        Cores to use; the result does not depend on it.
    """
    for name in files.stage.reads:
        files.use(name)
    own = repeat_settings(settings, number)
    seal_folder = files.path(files.stage.seal).parent
    # the next attempt removes what a killed one has left under such a name
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
    how = "compiled for a generic processor" if number == GENERIC else f"seeds {_told(seeds)}"
    print(
        f"{job_of(files.stage.name)} {number}: {counted(topics, 'topic')}, "
        f"{counted(noise, 'document')} of {len(table):,} in none; {how}"
    )


def _told(seeds: dict[str, int]) -> str:
    return " and ".join(f"{seed} ({section})" for section, seed in seeds.items())


def _find_topics(copy: Path, config: RunConfig, number: int, threads: int) -> pd.DataFrame:
    """Run the stages on a copy of the run; returns `doc_id` and `topic`."""
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
            close_fds=False,  # the lock: should this process be killed, that one still holds it
        )
        if done.returncode:
            print(done.stdout, file=sys.stderr)
            raise TopographError(
                f"Repeat {number} of {copy.name} cannot be made.",
                f"`{stage}` ended with status {done.returncode}; what it said stands above.",
                "correct that and call again, or set evaluate.repeats to 0.",
            )
    return pd.read_parquet(copy / "cluster/assignments.parquet", columns=["doc_id", "topic"])
