"""Detection of the encoding of a text file from its bytes."""

from __future__ import annotations

import codecs
import re
from collections import Counter

from topograph.errors import TopographError
from topograph.formats.singlebyte import latin_encoding
from topograph.formats.sources import CHUNK_BYTES, HEAD_BYTES, Source

#: Encodings that are tried when text is neither Unicode nor Western.
OTHER_ENCODINGS = (
    "cp1251", "koi8-r", "cp866", "cp1253", "cp1254", "cp1255", "cp1256", "cp1250", "cp874",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr",
)  # fmt: skip
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: Escapes that switch to Japanese signs and back, in ISO 2022.
_JAPANESE = re.compile(rb"\x1b\$[@B][!-~\s]{2,}?\x1b\([BJ]")
#: Characters that no text has, NUL aside.
_CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1f\x7f]")
#: Share of NUL bytes above which a file may be UTF-16, and is not text if it is not; stray ones are
#: a flaw of a text.
NUL_SHARE = 0.01
BINARY_SHARE = 0.1
#: Share of spaces in a text, above which `@` is one.
EBCDIC_SPACES = 0.08
#: Share of letters above which bytes are text in a kind of UTF-16.
WRITTEN_SHARE = 0.95
#: Share of non-ASCII letters among all letters above which Western text is unlikely.
FOREIGN_SHARE = 0.35


def detect_encoding(source: Source) -> str:
    """Detect the encoding of a text file from all its bytes.

    Returns
    -------
    str
        A Python codec's name. `utf-8` may hold single bytes that are none: they are read as
        cp1252 (see `open_text`). Text that is mostly such bytes is the best of `OTHER_ENCODINGS`
        where its letters are mostly outside ASCII, or else of those of Latin letters (see
        `latin_encoding`), with `latin-1` for `cp1252` where it has bytes that cp1252 lacks.
        Japanese text in ASCII bytes is `iso2022_jp_2`.

    Raises
    ------
    TopographError
        If the file holds no text, or text in no encoding that is recognised.
    """
    head = source.head()
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if head.count(0) > NUL_SHARE * len(head):
        wide = _utf16_without_mark(source.name, head)
        if wide:
            return wide
    valid, foreign, bytes_seen = _count_sequences(source)
    if not foreign and not valid and _JAPANESE.search(head) and _is_japanese(source):
        return "iso2022_jp_2"
    if not foreign or valid > foreign:
        return "utf-8"
    sample = bytes_seen[:HEAD_BYTES]
    letters = sum(1 for byte in sample if byte >= 0x80 or chr(byte).isalpha())
    high = sum(1 for byte in sample if byte >= 0x80)
    if high > FOREIGN_SHARE * letters and not _is_ebcdic(sample):
        from charset_normalizer import from_bytes

        likely = [match.encoding for match in from_bytes(sample, cp_isolation=[*OTHER_ENCODINGS])]
        if likely:
            return min(likely, key=lambda encoding: _turned_cases(sample, encoding))
    found = "" if _is_ebcdic(sample) else latin_encoding(bytes_seen)
    if not found:
        raise TopographError(
            f"{source.name} cannot be read.",
            "its encoding is not recognised: none of the usual ones makes words of its bytes.",
            "set parse.encoding to the encoding in which the file was saved, by its Python name, "
            "such as `cp037` or `cp737`, or save the file as UTF-8.",
        )
    lacking = any(byte in b"\x81\x8d\x8f\x90\x9d" for byte in bytes_seen)
    return "latin-1" if found == "cp1252" and lacking else found


def _is_japanese(source: Source) -> bool:
    """Whether the escapes of a text in ASCII bytes stand for Japanese signs throughout."""
    try:
        return not source.read().decode("iso2022_jp_2").isascii()
    except UnicodeDecodeError:
        return False


def _is_ebcdic(sample: bytes) -> bool:
    """Whether bytes are text of a mainframe, whose space is ASCII's `@`."""
    spaces = sample.count(b"@")
    return spaces > EBCDIC_SPACES * len(sample) and sample.count(b" ") < spaces / 10


def _turned_cases(sample: bytes, encoding: str) -> int:
    """Capitals behind small letters: KOI8 and cp1251 read as each other turn the case of all."""
    return len(re.findall(r"[а-яёa-z][А-ЯЁA-Z]", sample.decode(encoding, "ignore")))


def _utf16_without_mark(name: str, head: bytes) -> str:
    """The kind of UTF-16 of bytes with many NULs among them; "" if it is none."""
    half = max(len(head) // 2, 1)
    even, odd = head[0::2].count(0) / half, head[1::2].count(0) / half
    if odd > 0.4 and even < 0.1:
        return "utf-16-le"
    if even > 0.4 and odd < 0.1:
        return "utf-16-be"
    written = {own: _written_share(head, own) for own in ("utf-16-le", "utf-16-be")}
    best = max(written, key=lambda own: written[own])
    if written[best] > WRITTEN_SHARE and not _is_utf8(head):
        return best
    if head.count(0) <= BINARY_SHARE * len(head):
        return ""
    raise TopographError(
        f"{name} cannot be read.",
        "it is a binary file of no known format (it holds NUL bytes).",
        "export the documents as text, CSV, JSON, RIS or BibTeX, or take the file out of "
        "parse.files.",
    )


def _is_utf8(head: bytes) -> bool:
    """Whether bytes are text in UTF-8 with stray NULs; letters in pairs look like Chinese ones."""
    text = codecs.getincrementaldecoder("utf-8")("ignore").decode(head)
    cut = 3  # bytes of a character that goes on behind the beginning
    return len(text.encode()) >= len(head) - cut and not _CONTROLS.search(text)


def _written_share(head: bytes, encoding: str) -> float:
    """Share of letters of one alphabet, digits and white space among characters."""
    try:
        text = head[: len(head) // 2 * 2].decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    blocks = Counter(ord(letter) >> 8 for letter in text if letter.isalpha() and letter < "\u2e80")
    common = blocks.most_common(1)[0][0] if blocks else -1
    known = sum(
        letter.isspace() or letter.isdigit() or "\u2e80" <= letter < "\ua000"
        or "\uff00" <= letter < "\ufff0" or "\u2010" <= letter < "\u2030"
        or ord(letter) >> 8 in (0, common)
        for letter in text
    )  # fmt: skip
    return known / max(len(text), 1)


def _count_sequences(source: Source) -> tuple[int, int, bytes]:
    """Count UTF-8 sequences beyond ASCII and bytes that are none; some bytes around the latter."""
    bad = 0
    seen = bytearray()

    def count(error: UnicodeError) -> tuple[str, int]:
        nonlocal bad
        if not isinstance(error, UnicodeDecodeError):
            raise error
        bad += error.end - error.start
        return "", error.end

    codecs.register_error("topograph_count", count)
    decoder = codecs.getincrementaldecoder("utf-8")("topograph_count")
    valid = 0
    with source.open() as stream:
        while chunk := stream.read(CHUNK_BYTES):
            before = bad
            text = decoder.decode(chunk)
            valid += len(text) - len(text.encode("ascii", "ignore"))
            if bad > before and len(seen) < 8 * CHUNK_BYTES:
                seen += chunk
    decoder.decode(b"", final=True)
    return valid, bad, bytes(seen)
