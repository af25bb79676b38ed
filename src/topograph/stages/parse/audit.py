"""The summary of the audit (lengths, languages, ...), and its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from topograph.core.wording import counted, with_shares
from topograph.encoders.shipped import shipped_pieces
from topograph.stages.parse.documents import drops_text
from topograph.stages.parse.filereport import FileReport, shown_fields
from topograph.web.pages import render

if TYPE_CHECKING:
    from topograph.stages.parse.documents import Parsed

#: Word pieces that encoders commonly read; `embed.max_tokens` is 256 unless set.
READ_PIECES = (128, 256, 512)
#: Up to this number, all documents are counted; of more, a sample gives the pieces per word.
COUNTED = 2000
SAMPLED = 500
#: Rows shown of each kind on the page.
SHOWN_ROWS = 50
SHOWN_FILES = 200


def long_documents(n_words: Sequence[int], text_of: Callable[[int], str]) -> dict[str, Any]:
    """The number of documents that are longer than encoders read.

    Parameters
    ----------
    n_words : sequence of int
        Of each document.
    text_of : callable
        Gives a document's text by its place.

    Returns
    -------
    dict
        `counts` by number of word pieces, and whether they are `estimated` from word counts.
    """
    estimated = len(n_words) > COUNTED
    if estimated:
        step = len(n_words) / SAMPLED
        sample = [int(place * step) for place in range(SAMPLED)]
        pieces = sum(shipped_pieces().count([text_of(place) for place in sample]))
        ratio = pieces / max(sum(n_words[place] for place in sample), 1)
        lengths = [round(words * ratio) for words in n_words]
    else:
        lengths = shipped_pieces().count([text_of(place) for place in range(len(n_words))])
    counts = {str(most): sum(length > most for length in lengths) for most in READ_PIECES}
    return {"counts": counts, "estimated": estimated}


def summarise(parsed: Parsed, reports: Sequence[FileReport], n_files: int) -> dict[str, Any]:
    """The summary in the stage's seal."""
    records, rows = parsed.records, parsed.rows
    n_words = [records.n_words[row] for row in rows]
    languages = Counter(records.languages[row] for row in rows)
    return {
        "files": n_files,
        "records": len(records),
        "documents": len(rows),
        "dropped": parsed.dropped,
        "words": sum(n_words),
        "language": parsed.language,
        "languages": dict(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
        "dated_documents": sum(records.dated[row] for row in rows),
        "dates": parsed.dates,
        "columns": parsed.columns(),
        "longer_than": long_documents(n_words, lambda place: records.content(rows[place]).text),
        "cleaning": {
            name: {"documents": own["documents"], "examples": [list(e) for e in own["examples"]]}
            for name, own in parsed.cleaning.items()
        },
        "formats": [
            {
                "file": report.name,
                "format": report.format,
                "encoding": report.encoding,
                "records": report.records,
                "fields": {
                    role: names for role, names in shown_fields(report.roles).items() if names
                },
            }
            for report in reports[:SHOWN_FILES]
        ],
        "notes": parsed.notes,
    }


def three_lines(summary: dict[str, Any]) -> list[str]:
    """The audit in three lines: records, languages and lengths, cleaning."""
    longer = summary["longer_than"]
    about = "about " if longer["estimated"] else ""
    steps = ", ".join(f"{name} {own['documents']}" for name, own in summary["cleaning"].items())
    dropped = "none dropped"
    if count := summary["records"] - summary["documents"]:
        dropped = f"{count} dropped ({drops_text(summary['dropped'])})"
    return [
        f"{counted(summary['records'], 'record')} in {counted(summary['files'], 'file')} = "
        f"{counted(summary['documents'], 'document')} kept + {dropped}",
        f"languages: {with_shares(summary['languages'])}; "
        f"longer than 256 word pieces: {about}{longer['counts']['256']}",
        f"cleaning changed: {steps or 'nothing'}",
    ]


def page(run: str, summary: dict[str, Any], parsed: Parsed) -> str:
    """The audit as a page."""
    reasons = parsed.records.reasons
    groups = [
        (reason, count, parsed.audit_of(list(islice(_rows_with(reasons, reason), SHOWN_ROWS))))
        for reason, count in summary["dropped"].items()
    ]
    return render(
        __package__,
        "audit.html",
        run=run,
        summary=summary,
        languages=with_shares(summary["languages"]),
        groups=groups,
        shown=SHOWN_ROWS,
    )


def _rows_with(reasons: Sequence[str], wanted: str) -> Iterator[int]:
    return (row for row, reason in enumerate(reasons) if reason == wanted)
