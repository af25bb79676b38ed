"""Seals changed by tests: whole again, so that the change is what is told and not the damage."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from topograph.rundir.checksums import KEY, with_checksum
from topograph.system.jsontext import pretty_json


@contextmanager
def changed_seal(path: Path) -> Iterator[dict[str, Any]]:
    """Give the content of a seal to change, and write it when the block ends."""
    content = json.loads(path.read_text(encoding="utf-8"))
    del content[KEY]
    yield content
    path.write_text(with_checksum(pretty_json(content)), encoding="utf-8")
