"""All cleaning steps of one text, in order, to a fixed point."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topograph.parse.clean.boilerplate import remove_boilerplate
from topograph.parse.clean.characters import clean_characters, mend_mojibake, squeeze
from topograph.parse.clean.headings import clean_headings
from topograph.parse.clean.latex import clean_latex
from topograph.parse.clean.lines import join_hyphens, join_lines
from topograph.parse.clean.links import extract_links
from topograph.parse.clean.markup import clean_html, clean_markdown

if TYPE_CHECKING:
    from topograph.config import CleanSettings

#: Steps from text to text, in order; their names are those of the switches.
STEPS = {
    "mojibake": mend_mojibake,
    "unicode": clean_characters,
    "html": clean_html,
    "latex": clean_latex,
    "markdown": clean_markdown,
    "headings": clean_headings,
    "hyphens": join_hyphens,
    "wraps": join_lines,
    "boilerplate": remove_boilerplate,
}
#: Rounds until nothing changes; markup wrapped in markup needs a second one.
ROUNDS = 6
_MARKUP = re.compile(r"[\\$<&*`\[{@©]|(?<!\w)_|:/|www\.")
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
    """

    text: str
    links: list[str] = field(default_factory=list)
    steps: dict[str, tuple[str, str]] = field(default_factory=dict)


def clean_text(raw: str, switches: CleanSettings) -> Cleaned:
    """Run the steps that are switched on until nothing changes any more.

    Parameters
    ----------
    raw : str
        A document as it stands in the file.
    switches : CleanSettings
        Which steps run.
    """
    done = Cleaned(raw.replace("\r\n", "\n").replace("\r", "\n"))
    links: dict[str, None] = {}
    for _ in range(ROUNDS):
        before = done.text
        _one_round(done, links, switches)
        settled = _SETTLING.issuperset(done.steps) and not _MARKUP.search(done.text)
        if done.text == before or settled:
            break
    done.links = list(links)
    return done


def _one_round(done: Cleaned, links: dict[str, None], switches: CleanSettings) -> None:
    text = done.text
    for name, step in STEPS.items():
        if not getattr(switches, name):
            continue
        if name == "boilerplate" and switches.links:
            # their sentences go, the links stay
            without, own = extract_links(text)
            links |= dict.fromkeys(own)
            if own:
                done.steps.setdefault("links", (text, without))
        after = step(text)
        if after != text:
            done.steps.setdefault(name, (text, after))
            text = after
    if switches.links:
        after, own = extract_links(text)
        links |= dict.fromkeys(own)
        if own:
            done.steps.setdefault("links", (text, after))
        text = after
    done.text = squeeze(text, keep_lines=not switches.wraps)


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
    """A title through the steps that concern it, on one line."""
    text = raw
    for name in ("mojibake", "unicode", "html", "latex", "markdown", "hyphens"):
        if getattr(switches, name):
            text = STEPS[name](text)
    return squeeze(text)
