"""Headings of structured abstracts."""

from __future__ import annotations

import re
from functools import partial

_WORDS = (
    r"background(?: and (?:aims?|objectives?|purpose))?|context|introduction|rationale|importance"
    r"|(?:primary |main |study )?objectives?|aims?(?: and objectives)?|purpose|goals?|hypothesis"
    r"|(?:materials? and |patients and |subjects and )?methods?"
    r"(?: and (?:materials?|results|findings))?"
    r"|methodology(?:/principal findings)?|(?:study |research )?design(?: and methods)?|settings?"
    r"|participants?|patients|subjects|sample|interventions?|exposures?|data sources?"
    r"|(?:main )?outcomes?(?: and measures?| measures?)?|main outcomes? and measures?"
    r"|measurements?|(?:main |key )?results?|(?:principal |key )?findings|observations?"
    r"|(?:main )?conclusions?(?:/significance| and relevance)?|discussion|interpretation"
    r"|implications?|significance|limitations?|funding|(?:trial )?registration"
    r"|originality/value|practical implications|research limitations/implications"
    r"|design/methodology/approach|social implications|novelty|highlights|evaluation"
)
#: Where a heading may stand behind: it begins the text, a line or a sentence.
_START = r"([\n.!?)\]»”\"]\s?)"
#: `METHODS:Text`, `METHODS - Text`, `Methods.Text` and `METHODS` on a line of its own.
_MARKED_HERE = (
    rf"((?-i:(?=[A-PRS]|T[Rr]))(?:{_WORDS}))"
    r"(?:[ \t]*(:|\.(?=[A-Z][a-z])|[—–](?=\s)|-(?=\s))[ \t]*\n?[ \t]*"
    r"|[ \t]*(?:\n[ \t]*){1,3})(?=\S)"
)
#: Words that open sentences; `DesignBench` is a name.
_OPENERS = (
    "We|The|This|These|To|In|A|An|Our|Here|It|There|Although|Despite|Using|For|By|Of|From|At|As|On"
    "|Both|All|Among|Between|Patients|Participants|Data|Most|Many|Some|No|Two|Three|Compared|With"
    "|While|When|However|Recent|Current|Previous|Studies|After|During|Overall|Each|One|Women|Men"
)
#: `BackgroundWe study`: the heading's markup was lost together with the line end.
_GLUED_HERE = (
    r"((?:Background|Introduction|Objectives?|Aims?|Purpose|Methods?|Materials and methods"
    r"|Results?|Findings|Conclusions?|Discussion|Interpretation|Significance|Setting|Design)"
    rf"(?=(?:{_OPENERS})\b)"
    r"|(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE|METHODS?|RESULTS?|FINDINGS"
    r"|CONCLUSIONS?|DISCUSSION)(?=[A-Z][a-z]+ ))"
)
_MARKED = re.compile(_START + _MARKED_HERE, re.IGNORECASE)
_MARKED_FIRST = re.compile(r"(\s*)" + _MARKED_HERE, re.IGNORECASE)
_GLUED = re.compile(_START + _GLUED_HERE)
_GLUED_FIRST = re.compile(r"(\s*)" + _GLUED_HERE)
#: The heading of the whole. `AbstractFactory` is a name, and a hard-wrapped line may end there.
_ABSTRACT = re.compile(
    rf"\s*(?:(?:[Aa]bstract|ABSTRACT)\s*(?:[:.—–]|-(?=\s))\s*(?=\S)"
    rf"|(?:Abstract|ABSTRACT)\s*\n\s*(?=[^\W\d_a-z])|ABSTRACT\s+(?=[A-Z][a-z])"
    rf"|(?:Abstract|ABSTRACT)(?=(?:{_OPENERS})\b|(?=[A-Z])(?i:{_WORDS})\b)"
    rf"|(?:Summary|SUMMARY)\s*[:.]?\s*(?=[A-Z])(?=(?i:{_WORDS})\b))"
)
#: So many headings at least make a structured abstract.
STRUCTURED = 2


def clean_headings(text: str) -> str:
    r"""Write headings of structured abstracts as `HEADING: text`; remove a leading `Abstract`.

    A word alone is not a heading: without a colon it is one among several.

    >>> clean_headings("Abstract\nBackground\nWe ask.\nMETHODS:We look. ResultsWe found it.")
    'Background: We ask.\nMETHODS: We look. Results: We found it.'
    >>> clean_headings("Settings\nThey can be changed at home.")
    'Settings\nThey can be changed at home.'
    """
    found = 0
    while leading := _ABSTRACT.match(text):
        text = text[leading.end() :]
        found = 1
    headings = [
        match for pattern in (_GLUED_FIRST, _MARKED_FIRST) if (match := pattern.match(text))
    ]
    headings += [*_GLUED.finditer(text), *_MARKED.finditer(text)]
    if not headings:
        return text
    found += len({match[2].lower() for match in headings if _is_heading(match)})
    structured = found >= STRUCTURED
    if structured:
        text = _GLUED_FIRST.sub(_glued, text, count=1) if _GLUED_FIRST.match(text) else text
        text = _GLUED.sub(_glued, text)
    marked = partial(_marked, structured=structured)
    text = _MARKED_FIRST.sub(marked, text, count=1) if _MARKED_FIRST.match(text) else text
    return _MARKED.sub(marked, text)


def _glued(match: re.Match[str]) -> str:
    gap = "" if not match[1] or match[1][-1].isspace() else " "
    return f"{match[1]}{gap}{match[2]}: "


def _is_heading(match: re.Match[str]) -> bool:
    if match.re in (_GLUED, _GLUED_FIRST):
        return True
    # a word that opens a sentence is a heading only with a colon or on a line of its own; with a
    # dash only in capitals
    start, heading, sign = match[1], match[2], match[3]
    if sign is None:
        alone = not start.strip() or start.endswith("\n")
        line = match.string[match.end() : match.end() + 200].partition("\n")[0].rstrip()
        # not the end of a hard-wrapped line, no entry of a list
        words = line.count(" ") + 1
        return alone and not line[:1].islower() and (words > 2 or (words > 1 and line[-1] in ".!?"))
    return sign in (":", ".") or heading.isupper()


def _marked(match: re.Match[str], *, structured: bool) -> str:
    if not _is_heading(match):
        return match[0]
    alone = match[3] == ":" and match[2].isupper() and match.string[match.end()].isupper()
    if not structured and not alone:
        return match[0]
    start = match[1]
    gap = "" if not start or start[-1].isspace() else " "
    return f"{start}{gap}{match[2]}: "
