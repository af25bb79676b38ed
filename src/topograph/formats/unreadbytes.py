"""Files that are not text, in formats that are known and not read."""

from __future__ import annotations

import re

from topograph.errors import TopographError
from topograph.formats.base import Opening

#: First bytes of formats that are not read, what they are, and what to do.
_NOT_READ = (
    (b"\x1f\x8b", "compressed twice", "unpack it"),
    (b"BZh", "compressed with bzip2", "unpack it"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it"),
    (b"\x89PNG", "a picture", "take it out of parse.files"),
    (b"\xff\xd8\xff", "a picture", "take it out of parse.files"),
    (
        b"SQLite format 3",
        "a database of SQLite, of which no table is known to hold documents",
        "export the one that does as CSV: "
        "`sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > table.csv`",
    ),
    (b"\x00\x01\x00\x00Standard", "a database of Microsoft Access", "export its table as CSV"),
    (
        b"version https://git-lfs.github.com/spec/",
        "a pointer to a file that Git LFS keeps elsewhere",
        "get the file itself with `git lfs pull`",
    ),
)
_AS_PDF = "save it as PDF, or its text as .docx or plain text"
#: Members by which zip files of formats that are not read are known.
_ZIPPED = (
    ("ppt/", "a presentation", _AS_PDF),
    ("word/", "a damaged Word document", "open it and save it again"),
    ("Index/Document.iwa", "a document of Apple's Pages, Numbers or Keynote", "export it as .docx"),
    ("META-INF/manifest.xml", "an OpenDocument file that is not text", _AS_PDF),
)
#: Names in the old Office files, in which all kinds begin alike.
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_KINDS = (
    ("EncryptedPackage", "an Office document with a password", "save it without password"),
    (
        "WordDocument",
        "a Word document of the old kind (.doc)",
        "open it in Word or LibreOffice and save it as .docx, or convert all of a folder with "
        "`soffice --headless --convert-to docx *.doc`",
    ),
    ("PowerPoint Document", "a presentation", _AS_PDF),
    ("__properties_version1", "a mail of Outlook (.msg)", "save it as .eml"),
    ("", "an Office document of the old kind", "save it as .docx, .xlsx, plain text or CSV"),
)
_IN_ARCHIVE = re.compile(r"\.zip/", re.IGNORECASE)


def refuse_bytes(opening: Opening) -> None:
    """Stop at a file that is not text, in a format that is not read.

    Raises
    ------
    TopographError
        If its first bytes, or the names in it, say what it is.
    """
    name = opening.source.name
    if opening.head.startswith(b"PK\x03\x04"):
        if not opening.members:
            raise TopographError(
                f"{name} cannot be read.",
                "it is a zip file, or a document that is one, and it is damaged.",
                "get the file again, or set `parse: {on_error: skip}` to skip it.",
            )
        for mark, what, advice in _ZIPPED:
            if any(member.startswith(mark) for member in opening.members):
                raise not_read(name, what, advice)
        raise not_read(name, "a zip file inside another", "unpack it")
    if opening.head.startswith(_OLE):
        content = opening.source.read()
        for mark, what, advice in _OLE_KINDS:
            if mark.encode("utf-16-le") in content:
                raise not_read(name, what, advice)
    if opening.head[257:262] == b"ustar":
        raise not_read(name, "an archive of tar", "unpack it, and name its files in parse.files")
    for magic, what, advice in _NOT_READ:
        if opening.head.startswith(magic):
            raise not_read(name, what, advice)


def not_read(name: str, what: str, advice: str) -> TopographError:
    """The error for a file in a format that is not read."""
    if _IN_ARCHIVE.search(name):
        advice += ". To skip this member of the archive, set `parse: {on_error: skip}`"
    return TopographError(f"{name} cannot be read.", f"it is {what}.", f"{advice}.")
