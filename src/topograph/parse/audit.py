"""What the audit says beyond its table: lengths, languages, and the page that people read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

from topograph.counting import counted
from topograph.encoders.shipped import shipped_pieces
from topograph.parse.documents import dropped
from topograph.parse.reading import FileReport, shown_fields

if TYPE_CHECKING:
    import pandas as pd

    from topograph.parse.documents import Parsed

#: Word pieces that encoders commonly read; `embed.max_tokens` is 256 unless set.
READ_PIECES = (128, 256, 512)
#: Up to so many documents are counted each; of more, a sample tells pieces a word.
COUNTED = 2000
SAMPLED = 500
#: Rows shown of each kind on the page.
SHOWN_ROWS = 50
SHOWN_FILES = 200


def long_documents(texts: Sequence[str], n_words: Sequence[int]) -> dict[str, Any]:
    """How many documents are longer than encoders read.

    Returns
    -------
    dict
        `counts` by number of word pieces, and whether they are `estimated` from word counts.
    """
    estimated = len(texts) > COUNTED
    if estimated:
        step = len(texts) / SAMPLED
        sample = [int(place * step) for place in range(SAMPLED)]
        pieces = sum(shipped_pieces().count([texts[row] for row in sample]))
        ratio = pieces / max(sum(n_words[row] for row in sample), 1)
        lengths = [round(words * ratio) for words in n_words]
    else:
        lengths = shipped_pieces().count(texts)
    counts = {str(most): sum(length > most for length in lengths) for most in READ_PIECES}
    return {"counts": counts, "estimated": estimated}


def summary(parsed: Parsed, reports: Sequence[FileReport], n_files: int) -> dict[str, Any]:
    """What the stage tells in its seal."""
    documents, audit = parsed.documents, parsed.audit
    languages = Counter(documents["language"])
    return {
        "files": n_files,
        "records": len(audit),
        "documents": len(documents),
        "dropped": dropped(audit),
        "words": int(documents["n_words"].sum()),
        "language": parsed.language,
        "languages": dict(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
        "dated_documents": int(documents["date"].notna().sum()),
        "longer_than": long_documents(documents["text"].to_list(), documents["n_words"].to_list()),
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


def three_lines(told: dict[str, Any]) -> list[str]:
    """The audit in three lines: records, languages and lengths, cleaning."""
    drops = ", ".join(f"{count} {reason}" for reason, count in told["dropped"].items()) or "none"
    languages = ", ".join(f"{count} {code}" for code, count in list(told["languages"].items())[:5])
    longer = told["longer_than"]
    about = "about " if longer["estimated"] else ""
    steps = ", ".join(f"{name} {own['documents']}" for name, own in told["cleaning"].items())
    return [
        f"{counted(told['records'], 'record')} in {counted(told['files'], 'file')} = "
        f"{counted(told['documents'], 'document')} kept + {told['records'] - told['documents']:,} "
        f"dropped ({drops})",
        f"languages: {languages}; longer than 256 word pieces: {about}{longer['counts']['256']}",
        f"cleaning changed: {steps or 'nothing'}",
    ]


def page(run: str, told: dict[str, Any], audit: pd.DataFrame) -> str:
    """The audit as a page."""
    import jinja2

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters["counted"] = counted
    template = environment.from_string(
        resources.files(__package__).joinpath("audit.html").read_text(encoding="utf-8")
    )
    gone = audit[~audit["kept"]]
    groups = [
        (reason, count, gone[gone["reason"] == reason].head(SHOWN_ROWS).to_dict("records"))
        for reason, count in told["dropped"].items()
    ]
    return template.render(run=run, told=told, groups=groups, shown=SHOWN_ROWS)
