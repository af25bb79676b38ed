"""Whether the text files of a corpus are one document each."""

from __future__ import annotations

from topograph.errors import TopographError
from topograph.formats.recognition import recognise
from topograph.formats.sources import Source, check, read_text
from topograph.formats.text import read_file

#: Text files are taken as one document each if there are so many, most with a title of their own.
LEAST_FILES = 3
#: Files that are looked at, spread evenly over all of them.
LOOKED_AT = 50
#: Share of the files that must have a title, and share of these titles that must differ.
TITLED_SHARE = 0.5
#: A longer file, in bytes, is a list of documents.
LONGEST_FILE = 1_000_000
TEXT_ENDINGS = frozenset({".txt", ".md", ".markdown", ".text", ""})


def hold_documents(sources: list[Source], encoding: str) -> bool:
    """Whether most text files hold one document, which opens with a title of its own.

    Files of many paragraphs under one and the same heading are lists of documents.

    Parameters
    ----------
    sources : list of Source
        All files of the corpus; those that are not plain text are passed over.
    encoding : str
        `parse.encoding`.
    """
    plain = [own for own in sources if own.ending in TEXT_ENDINGS]
    if len(plain) < LEAST_FILES:
        return False
    step = max(len(plain) / LOOKED_AT, 1)
    chosen = [plain[int(place * step)] for place in range(min(len(plain), LOOKED_AT))]
    titles = [title for own in chosen if (title := _title(own, encoding)) is not None]
    titled = [title for title in titles if title]
    return len(titled) > TITLED_SHARE * len(titles) and len(set(titled)) > len(titled) / 2


def _title(source: Source, encoding: str) -> str | None:
    """The title of a text file, "" without one; None for a file that is no prose."""
    try:
        check(source)
        form, known = recognise(source, "auto", encoding)
    except TopographError:
        return None  # reported when the file is read
    if form.name not in ("paragraphs", "lines", "file"):
        return None
    if len(source.read(LONGEST_FILE + 1)) > LONGEST_FILE:
        return ""
    record = next(read_file(read_text(source, known), source.name))
    return str(record.fields.get("title", ""))
