"""Reads a file as the stage does, for the tests of formats."""

from pathlib import Path

from topograph.config import ParseSettings
from topograph.stages.parse.reading import read_corpus


def read(folder: Path, name: str, content, **settings):
    if isinstance(content, str):
        content = content.encode()
    (folder / name).write_bytes(content)
    chosen = ParseSettings(**settings)
    reports = []
    batches = read_corpus([name], chosen, folder, reports.append)
    candidates = [own for batch in batches for own in batch]
    return candidates, reports


def shown(candidates):
    """What was read of each record; of dates the day, and the time if there is one."""
    return [(own.text, own.title, own.own_id, _date(own), own.precision) for own in candidates]


def _date(candidate):
    return "" if candidate.date is None else str(candidate.date).removesuffix(" 00:00:00")
