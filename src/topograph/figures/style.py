"""The common style of figures: colours, fonts, tool bar, and reproducible HTML."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import plotly.graph_objects as go

NOISE_COLOUR = "#b8b8b8"
#: For up to nine topics. Any two of them, and noise, differ by a CIEDE2000 of at least 15, with
#: normal colour vision and without red, green or blue cones; in greyscale, all differ. Found by
#: search: the set of nine colours with the largest smallest distance.
FEW = (
    "#108888",
    "#d81010",
    "#6024d8",
    "#d8c410",
    "#38c4ec",
    "#603860",
    "#88b074",
    "#8874ec",
    "#741024",
)
#: For more topics: the two most alike, and each and the noise, are as far apart as can be for all
#: kinds of colour vision (deficiencies by Machado et al. 2009, doi:10.1109/TVCG.2009.113).
MANY = (
    "#960000",
    "#4b2d96",
    "#f0b42d",
    "#782d4b",
    "#e196ff",
    "#f06978",
    "#2d8796",
    "#87783c",
    "#8769b4",
    "#d22d78",
    "#8787ff",
    "#2d3c69",
    "#f09669",
    "#965a00",
    "#00693c",
    "#e187c3",
    "#781e1e",
    "#a5d296",
    "#78d2f0",
    "#5aa52d",
    "#d2c35a",
    "#961e87",
    "#a55ad2",
    "#4bb487",
)
#: Letters of a topic's name in a figure.
LABEL_LENGTH = 48
INK = "#222222"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
#: An invisible axis.
HIDDEN_AXIS = {"visible": False, "showgrid": False, "zeroline": False}
#: The tool bar's button that uploads a figure to a cloud service is taken out.
REMOVED_BUTTONS = ("sendChartToCloud",)
CONFIG = {
    "displaylogo": False,
    "responsive": True,
    "modeBarButtonsToRemove": list(REMOVED_BUTTONS),
}


def topic_colours(places: np.ndarray) -> list[str]:
    """A colour for each topic, `#rrggbb`; topics that share one are far apart on the map.

    Parameters
    ----------
    places : ndarray of float, shape (n_topics, 2)
        Of the topics on the map.
    """
    return spread_colours(places, FEW if len(places) <= len(FEW) else MANY)


def safe_topic_colours(places: np.ndarray) -> list[str]:
    """Like `topic_colours`, with a few colours that differ for all kinds of colour vision."""
    return spread_colours(places, FEW)


def spread_colours(places: np.ndarray, palette: Sequence[str]) -> list[str]:
    """Give each place a colour: each once, then that whose nearest place so far is farthest.

    Parameters
    ----------
    places : ndarray of float, shape (n, 2)
    palette : sequence of str
    """
    import numpy as np

    used: list[int] = []
    for number, place in enumerate(places):
        if number < len(palette):
            used.append(number)
            continue
        gaps = np.linalg.norm(places[:number] - place, axis=1)
        taken = np.array(used)
        nearest = [float(gaps[taken == colour].min()) for colour in range(len(palette))]
        used.append(int(np.argmax(nearest)))
    return [palette[colour] for colour in used]


def styled(figure: go.Figure, title: str, subtitle: str = "", **layout: Any) -> go.Figure:
    """Apply the common style to a figure; title and subtitle are texts."""
    menus = bool(layout.get("updatemenus"))
    figure.update_layout(
        title={
            "text": escaped(title), "x": 0.01, "xanchor": "left", "y": 1, "yref": "container",
            "yanchor": "top", "pad": {"t": 12}, "subtitle": {"text": escaped(subtitle)},
        },
        template="plotly_white",
        font={"family": FONT, "size": 13, "color": INK},
        hoverlabel={"align": "left", "font": {"family": FONT, "size": 12}},
        margin={"l": 10, "r": 10, "t": 100 if menus else 75 if subtitle else 55, "b": 10},
        **layout,
    )  # fmt: skip
    return figure


def escaped(text: str) -> str:
    """Escape a text, so that plotly shows it unchanged in a name or a template.

    Of HTML it reads some tags and a few entities, not that of quotes, which it shows as they are.

    >>> escaped('"a" & <b> %{x}')
    '"a" &amp; &lt;b&gt; &#37;{x}'
    """
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("%{", "&#37;{")):
        text = text.replace(sign, entity)
    return text


def absent(title: str, why: str) -> go.Figure:
    """A figure that says why there is nothing to draw."""
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_annotation(
        text=escaped(why), showarrow=False, font={"size": 15}, x=0.5, y=0.5, xref="paper",
        yref="paper",
    )  # fmt: skip
    hidden = {"visible": False}
    return styled(figure, title, xaxis=hidden, yaxis=hidden, meta={"absent": why})


def why_absent(figure: go.Figure) -> str:
    """Why a figure shows nothing; empty if it shows something."""
    return str((figure.layout.meta or {}).get("absent", ""))


def text_width(text: str) -> int:
    """Width of a text in letters: Chinese, Japanese and Korean ones count double, accents nothing.

    >>> text_width("topic"), text_width("主题")
    (5, 4)
    """
    wide = {"W": 2, "F": 2}
    return sum(
        wide.get(unicodedata.east_asian_width(letter), 1)
        for letter in text
        if not unicodedata.combining(letter)
    )


def wrapped(text: str, width: int) -> str:
    """A text for plotly, which reads a little HTML: escaped, lines of about `width` letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(lines[-1]) + text_width(word) < width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "<br>".join(escaped(line) for line in lines)


def shortened(text: str, length: int) -> str:
    """A text cut to `length` letters (`text_width`) with an ellipsis, escaped for plotly."""
    return escaped(_cut(text, length))


def _cut(text: str, length: int) -> str:
    if text_width(text) <= length:
        return text
    end = length
    while text_width(text[:end]) >= length:
        end -= 1
    return text[:end].rstrip() + "…"


def all_shortened(texts: Iterable[str], length: int) -> list[str]:
    """Texts cut as by `shortened`; texts that would become equal keep their ends."""
    whole = list(texts)
    cut = [_cut(text, length) for text in whole]
    ends = [
        short if cut.count(short) == 1 else _cut(text, length - length // 3) + text[-length // 3 :]
        for text, short in zip(whole, cut, strict=True)
    ]
    return [
        escaped(short if ends.count(short) == 1 else text)
        for text, short in zip(whole, ends, strict=True)
    ]


def lightened(colour: str, share: float = 0.5) -> str:
    """A colour mixed with white, so that dark letters are readable on it.

    >>> lightened("#000080", 0.5)
    '#8080c0'
    """
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)


def of_all(shown: int, count: int) -> str:
    """The note on an axis if not all topics fit."""
    return "" if shown == count else f"<br>(the {shown} largest of {count} topics)"
