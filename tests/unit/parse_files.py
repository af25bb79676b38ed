"""Reads a file as the stage does, for the tests of formats."""

from pathlib import Path

from topograph.config import ParseSettings
from topograph.parse.reading import read_corpus


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
    return [
        (own.text, own.title, own.own_id, str(own.date or ""), own.precision) for own in candidates
    ]
