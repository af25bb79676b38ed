"""Seals that tests change: sealed again, so that the change is reported and not the damage."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from topograph.rundir.checksums import KEY, with_checksum
from topograph.rundir.contract import STAGES
from topograph.rundir.stagefiles import read_seal
from topograph.system.jsontext import pretty_json


@contextmanager
def changed_seal(path: Path) -> Iterator[dict[str, Any]]:
    """Give the content of a seal to change, and write it when the block ends."""
    content = json.loads(path.read_text(encoding="utf-8"))
    del content[KEY]
    yield content
    path.write_text(with_checksum(pretty_json(content)), encoding="utf-8")


def seals_of(run: Path) -> dict[str, dict[str, Any]]:
    """The seals of all stages of a run that the report reads."""
    return {stage: read_seal(run, stage) for stage in STAGES if stage != "report"}
