"""One way of making HTML: templates beside the code that fills them, every value escaped."""

from __future__ import annotations

from importlib import resources
from typing import Any


def render(package: str | None, name: str, **values: Any) -> str:
    """Fill a template.

    Values are escaped; what is HTML, CSS or code already is marked `|safe` in the template. A name
    in the template without a value is an error.

    Parameters
    ----------
    package : str
        The package that holds the template.
    name : str
        The template's file.
    **values
        What it speaks of.
    """
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    source = resources.files(str(package)).joinpath(name).read_text(encoding="utf-8")
    return environment.from_string(source).render(**values)
