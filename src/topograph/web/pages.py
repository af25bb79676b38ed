"""HTML pages from templates; all values are escaped."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import resources
from typing import Any

from topograph.core.wording import counted

#: The beginning of every page, up to its title; `{{ page_head|safe }}` in a template.
PAGE_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">"""

#: The style of text pages; `{{ page_style|safe }}` in a template.
PAGE_STYLE = """\
  :root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #5f5f5f; --paper: #fff; --line: #ddd;
    --soft: #f5f5f5; --note: #fff7e0; --edge: #e0b000; --bar: #4a76b8; }
  @media screen and (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --quiet: #a9a9a9;
    --paper: #16181c; --line: #3a3d42; --soft: #23262b; --note: #3a3212; --bar: #7fa8e0; } }
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink);
    background: var(--paper); overflow-wrap: break-word;
    font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
  h1 { margin-bottom: .2rem; line-height: 1.25; }
  h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
  a { color: var(--bar); }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; vertical-align: top; padding: .3rem .6rem;
    border-bottom: 1px solid var(--line); }
  td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
  code, pre { background: var(--soft); padding: .1rem .3rem; border-radius: 3px; }
  pre { padding: .8rem; overflow-x: auto; }
  summary { cursor: pointer; margin: .4rem 0; }
  .note { background: var(--note); border-left: 4px solid var(--edge); padding: .4rem .8rem; }
  .quiet { color: var(--quiet); }
  @media print {
    body { max-width: none; margin: 0; font-size: 10pt; }
    h2, h3 { break-after: avoid; }
    tr, figure, .note { break-inside: avoid; }
    pre { white-space: pre-wrap; }
    .screen { display: none; }
  }
  @media screen { .print { display: none; } }
"""


def number_text(value: float | None) -> str:
    """A number for a table: integers in full, others with two digits, missing ones as a dash.

    >>> number_text(1200), number_text(0.125), number_text(None), number_text(float("nan"))
    ('1,200', '0.12', '–', '–')
    """
    if value is None or math.isnan(value):
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def share_text(share: float) -> str:
    """A share in per cent; small shares are not rounded to 0 %, nor large ones to 100 %.

    >>> share_text(0.123), share_text(0.0), share_text(0.003), share_text(0.998)
    ('12 %', '0 %', 'under 1 %', 'over 99 %')
    """
    if 0 < share < 0.01:
        return "under 1 %"
    return "over 99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


def setting_text(value: Any) -> str:
    """A setting as text for people.

    >>> setting_text(["svg", "pdf"]), setting_text([]), setting_text(None), setting_text(True)
    ('svg, pdf', 'none', 'not set', 'true')
    >>> setting_text({"map": 200, "spaces": 100}), setting_text(0.5), setting_text("")
    ('map 200, spaces 100', '0.5', 'empty')
    """
    if isinstance(value, list):
        return ", ".join(map(setting_text, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {setting_text(own)}" for key, own in value.items()) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return "not set" if value is None else str(value) or "empty"


def marked_up(text: str) -> Any:
    """A text as HTML: text between backticks becomes code, the rest is escaped.

    >>> str(marked_up("any of `svg`, <b>"))
    'any of <code>svg</code>, &lt;b&gt;'
    """
    from markupsafe import Markup, escape

    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else part
        for number, part in enumerate(parts)
    )


#: Filters in templates, besides jinja's own.
FILTERS: dict[str, Callable[..., Any]] = {
    "counted": counted,
    "number": number_text,
    "share": share_text,
    "setting": setting_text,
    "marked_up": marked_up,
}


def render(package: str | None, name: str, **values: Any) -> str:
    """Fill a template.

    Values are escaped unless the template marks them `|safe` (HTML, CSS, code). A name in the
    template without a value is an error. Templates can also use `page_head`, `page_style` and the
    filters in `FILTERS`.

    Parameters
    ----------
    package : str
        The package that holds the template.
    name : str
        The template's file name.
    **values
        Values of the names in the template.
    """
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    for filter_name, function in FILTERS.items():
        environment.filters[filter_name] = function
    source = resources.files(str(package)).joinpath(name).read_text(encoding="utf-8")
    template = environment.from_string(source)
    return template.render(page_head=PAGE_HEAD, page_style=PAGE_STYLE, **values)
