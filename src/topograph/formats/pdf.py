"""PDF files, one document each; needs the optional package pypdf."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Content, Format
from topograph.formats.records import RawRecord


def read_pdf(content: IO[bytes], name: str) -> Iterator[RawRecord]:
    """The text of a PDF; its title from the file's own description.

    Raises
    ------
    TopographError
        If pypdf is not installed, or the file is damaged, protected by a password, or holds
        pictures of pages without text.
    """
    try:
        import pypdf
    except ImportError as error:
        raise TopographError(
            f"{name} cannot be read.",
            "reading PDF needs the package pypdf, which is not installed.",
            "install it with `uv sync --extra pdf` (or `pip install 'topograph[pdf]'`).",
        ) from error
    import logging

    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        reader = pypdf.PdfReader(io.BytesIO(content.read()))
        if reader.is_encrypted and not reader.decrypt(""):
            raise TopographError(
                f"{name} cannot be read.",
                "the PDF is protected by a password.",
                "save a copy without password, or set `parse: {on_error: skip}`.",
            )
        pages = [page.extract_text() for page in reader.pages]
        about: dict[str, Any] = dict(reader.metadata or {})
    except TopographError:
        raise
    except Exception as error:  # whatever the library stumbles over in a damaged file
        raise TopographError(
            f"{name} cannot be read as PDF.",
            f"the file is damaged ({error}).",
            "open it and print it into a new PDF, or set `parse: {on_error: skip}`.",
        ) from error
    text = "\n".join(page.strip() for page in pages)
    if not re.search(r"\w", text):
        raise TopographError(
            f"{name} holds no text.",
            "its pages are images.",
            "recognise its text first (OCR, for example with ocrmypdf), or take it out.",
        )
    fields = {"id": Path(name).stem, "text": text}
    for key, own in (("title", "/Title"), ("author", "/Author"), ("keywords", "/Keywords")):
        if str(about.get(own) or "").strip():
            fields[key] = str(about[own]).strip()
    created = re.match(r"D:(\d{4})(\d\d)(\d\d)", str(about.get("/CreationDate") or ""))
    if created:
        fields["created"] = "-".join(created.groups())
    yield RawRecord(0, fields)


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_pdf(stream, content.name)


FORMAT = Format(
    "pdf",
    "PDF, one document per file; needs the extra `pdf`",
    lambda opening: opening.head.startswith(b"%PDF"),
    _read,
    binary=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
