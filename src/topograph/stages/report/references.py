"""Publications that a methods paragraph can cite, read from `references.bib`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from topograph.errors import TopographError

FILE = Path(__file__).with_name("references.bib")


@dataclass(frozen=True)
class Reference:
    """A publication.

    Attributes
    ----------
    fields : mapping
        Fields of its entry: `author` (`Surname, Given names`, joined by `and`), `year`, `title`,
        the place of publication, and `doi` or `url`.
    entry : str
        Its BibTeX entry.
    """

    fields: Mapping[str, str]
    entry: str

    @property
    def authors(self) -> list[str]:
        """The authors, each as `Surname, Given names`."""
        return self.fields["author"].split(" and ")

    @property
    def short(self) -> str:
        """The citation in a sentence, like `Fred and Jain 2005`."""
        names = [author.split(",")[0] for author in self.authors]
        year = self.fields["year"]
        if len(names) > 2:
            return f"{names[0]} et al. {year}"
        return f"{' and '.join(names)} {year}"

    @property
    def address(self) -> str:
        """Its web address."""
        if "doi" in self.fields:
            return f"https://doi.org/{self.fields['doi']}"
        return self.fields["url"]

    @property
    def full(self) -> str:
        """The entry in a list of references, without its address."""
        source = next(
            (self.fields[key] for key in ("journal", "booktitle", "publisher")
             if key in self.fields), "",
        )  # fmt: skip
        numbers = [self.fields.get(key, "") for key in ("volume", "number", "pages")]
        where = ", ".join(part for part in (source, *numbers) if part).replace("--", "–")
        return (
            f"{'; '.join(self.authors)} ({self.fields['year']}). {self.fields['title']}. {where}."
        )


@cache
def references() -> dict[str, Reference]:
    """All publications, by citation key."""
    from bibtexparser.entrypoint import parse_string

    library = parse_string(FILE.read_text(encoding="utf-8"))
    return {
        entry.key: Reference(
            {field.key: _plain(field.value) for field in entry.fields}, (entry.raw or "").strip()
        )
        for entry in library.entries
    }


def _plain(value: str) -> str:
    """The text of a field, without braces that protect capitals and escapes of `&`."""
    return value.strip("{}").replace(r"\&", "&")


def reference(key: str) -> Reference:
    """The publication with a citation key.

    Raises
    ------
    TopographError
        If `references.bib` has no such entry.
    """
    if key not in references():
        raise TopographError(
            f"There is no reference `{key}`.",
            f"{FILE.name} has {', '.join(references())}.",
            f"add an entry with this key to {FILE}.",
        )
    return references()[key]


def bibtex(keys: Iterable[str]) -> str:
    """BibTeX entries of publications, ordered by key."""
    return "\n\n".join(reference(key).entry for key in sorted(keys)) + "\n"
