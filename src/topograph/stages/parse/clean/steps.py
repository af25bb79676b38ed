"""All cleaning steps of one text, in order, to a fixed point."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topograph.stages.parse.clean.boilerplate import remove_boilerplate
from topograph.stages.parse.clean.characters import clean_characters, repair_mojibake, squeeze
from topograph.stages.parse.clean.code import code_spans, put_back, set_aside
from topograph.stages.parse.clean.escapes import undo_escapes
from topograph.stages.parse.clean.headings import clean_headings
from topograph.stages.parse.clean.latex import clean_latex
from topograph.stages.parse.clean.lines import join_hyphens, join_lines
from topograph.stages.parse.clean.links import URL, extract_links
from topograph.stages.parse.clean.markup import clean_html, clean_markdown
from topograph.stages.parse.clean.tags import html_code_spans

if TYPE_CHECKING:
    from topograph.config import CleanSettings

#: Steps from text to text, in order; their names are those of the switches.
STEPS = {
    "escapes": undo_escapes,
    "mojibake": repair_mojibake,
    "unicode": clean_characters,
    "html": clean_html,
    "latex": clean_latex,
    "markdown": clean_markdown,
    "headings": clean_headings,
    "hyphens": join_hyphens,
    "wraps": join_lines,
    "boilerplate": remove_boilerplate,
}
#: Steps that run before code is set aside; they look at all characters.
FIRST = ("escapes", "mojibake", "unicode")
#: Steps that run once: what they leave may look like their format, and is text.
ONCE = ("escapes", "mojibake", "html")
#: Rounds of the others until nothing changes; markup wrapped in markup needs a second one.
ROUNDS = 6
_FIRST_ROUND = tuple(name for name in STEPS if name not in (*FIRST, "boilerplate"))
_LATER_ROUNDS = tuple(name for name in STEPS if name not in (*ONCE, "boilerplate"))
# one set of signs at its beginning makes the search fast
_MARKUP = re.compile(r"[\\$*`\[{@©_:w](?:(?<=[\\$*`\[{@©])|(?<=_)(?<!\w_)|(?<=:)/|(?<=w)ww\.)")
#: Steps that leave nothing for another one to do.
_SETTLING = frozenset({"mojibake", "unicode", "latex", "hyphens", "wraps"})
#: Characters around the first difference shown of a step.
CONTEXT = 40


@dataclass(slots=True)
class Cleaned:
    """A cleaned text.

    Attributes
    ----------
    text : str
    links : list of str
        URLs and addresses taken out, in order, each once.
    steps : dict of str to (str, str)
        The steps that changed the text, each with the text before and after.
    codes : dict of int to str
        Code of the text, by the character that stands for it while steps run.
    """

    text: str
    links: list[str] = field(default_factory=list)
    steps: dict[str, tuple[str, str]] = field(default_factory=dict)
    codes: dict[int, str] = field(default_factory=dict)

    def change(self, step: str, text: str) -> None:
        """Take a step's result, and note the first change of each step."""
        if text != self.text:
            if step not in self.steps:
                before, after = put_back(self.text, self.codes), put_back(text, self.codes)
                if before != after:
                    self.steps[step] = (before, after)
            self.text = text


def clean_text(raw: str, switches: CleanSettings) -> Cleaned:
    """Run the enabled steps until nothing changes.

    Code that the text marks as such stays as it is, without its marks.

    Parameters
    ----------
    raw : str
        A document as it stands in the file.
    switches : CleanSettings
        Which steps run.
    """
    done = Cleaned(raw.replace("\r\n", "\n").replace("\r", "\n"))
    links: dict[str, None] = {}
    for name in FIRST:
        _run(done, name, switches)
    _set_code_aside(done, switches)
    for number in range(ROUNDS):
        before = done.text
        for name in _LATER_ROUNDS if number else _FIRST_ROUND:
            _run(done, name, switches)
        _run_last(done, links, switches)
        done.text = squeeze(done.text, keep_lines=not switches.wraps)
        settled = _SETTLING.issuperset(done.steps) and not _MARKUP.search(done.text)
        if done.text == before or settled:
            break
    if done.codes:
        text = put_back(put_back(done.text, done.codes), done.codes)
        done.text = squeeze(text, keep_lines=not switches.wraps)
    done.links = list(links)
    return done


def _run(done: Cleaned, name: str, switches: CleanSettings) -> None:
    if getattr(switches, name):
        done.change(name, STEPS[name](done.text))


def _run_last(done: Cleaned, links: dict[str, None], switches: CleanSettings) -> None:
    """Boilerplate and links: sentences go, the links in them stay."""
    before = done.text
    without, own = extract_links(before) if switches.links else (before, [])
    links |= dict.fromkeys(own)
    if own:
        done.steps.setdefault("links", (before, without))
    _run(done, "boilerplate", switches)
    if own:
        done.text = without if done.text == before else extract_links(done.text)[0]


def _set_code_aside(done: Cleaned, switches: CleanSettings) -> None:
    for name, mark, spans in (("markdown", "`~", code_spans), ("html", "<", html_code_spans)):
        on = getattr(switches, name)
        if not any(c in done.text for c in mark) or (name == "html" and not on):
            continue
        found = (span for span in spans(done.text) if not URL.fullmatch(span[2]))
        text, codes = set_aside(done.text, found, marks=not on)
        if codes:
            done.codes |= codes
            done.change(name, text)


def first_change(before: str, after: str) -> tuple[str, str]:
    """Where two texts first differ, with some characters around, line ends shown as ↵.

    >>> first_change("a **b** c", "a b c")
    ('a **b** c', 'a b c')
    """
    start = next(
        (place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
        min(len(before), len(after)),
    )
    low = max(0, start - CONTEXT)

    def piece(text: str) -> str:
        shown = text[low : start + 2 * CONTEXT].replace("\n", "↵")
        return ("…" if low else "") + shown + ("…" if start + 2 * CONTEXT < len(text) else "")

    return piece(before), piece(after)


def clean_title(raw: str, switches: CleanSettings) -> str:
    """Clean a title with the steps for titles, on one line."""
    text = raw
    for name in ("escapes", "mojibake", "unicode", "html", "latex", "markdown", "hyphens"):
        if getattr(switches, name):
            text = STEPS[name](text)
    return squeeze(text)
