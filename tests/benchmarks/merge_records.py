"""Merging of databases: precision, recall and time on planted duplicates.

    uv run python tests/benchmarks/merge_records.py [RECORDS] [SEED]

The works are arXiv abstracts, with made-up authors. Each is exported by one to five databases
(Scopus, Web of Science, PubMed, Lens, OpenAlex), as these do it: titles in capitals, with tags,
LaTeX or without subtitle, initials or whole names, abstracts cut off, missing or with a copyright
line, the year of another edition, no DOI. Beside them stand works that are not the same: parts of a
series, chapters under the book's DOI, editorials, papers that appeared before under the same title.
Printed are precision and recall over pairs of records, and processor seconds. Needs
arxiv_118k.jsonl.gz.
"""

import csv
import json
import random
import re
import sys
import tempfile
import time
from collections import defaultdict
from math import comb
from pathlib import Path

from measuring import read_corpus

from topograph.config import ParseSettings
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.merging import same_works
from topograph.stages.parse.reading import read_corpus as read_files

FIRST = (
    "Ana Jun Maria Wei Omar Lena Ravi Sofia José Søren Éva Łukasz Mehmet Yuki Chloé Ivan".split()
)
LAST = (
    "Müller Smith García Chen Li Wang Nguyen Kowalski O'Neil Sørensen Östberg Dupont Rossi Silva "
    "Kumar Tanaka Ivanov Yılmaz Haddad van_den_Berg Weiß Novák Kim Lopez-Ruiz Okafor Brown"
).split()
DATABASES = ("scopus.csv", "wos.txt", "pubmed.nbib", "lens.csv", "openalex.jsonl")
RECORDS_A_WORK = 2.9


class Work:
    """A published work as it is."""

    def __init__(self, rng: random.Random, number: int, title: str, text: str) -> None:
        self.number = number
        self.title = " ".join(title.split())
        self.text = " ".join(text.split())
        self.year = rng.randint(2005, 2025)
        self.month = rng.randint(1, 12)
        names = rng.randint(1, 7)
        self.authors = [(rng.choice(FIRST), rng.choice(LAST).replace("_", " "))
                        for _ in range(names)]  # fmt: skip
        self.doi = f"10.{rng.randint(1000, 9999)}/j.{rng.choice('abcdef')}{number}.{self.year}"
        self.pmid = str(10_000_000 + number)
        self.book_doi = ""


def made_works(records: list[dict], rng: random.Random, count: int) -> list[Work]:
    """Works, every twentieth of which is like another one and not the same."""
    works: list[Work] = []
    for place, record in enumerate(records[:count]):
        work = Work(rng, len(works), record["title"], record["text"])
        works.append(work)
        kind = place % 100
        if kind >= 5 or place + 1 >= len(records):
            continue
        other = Work(rng, len(works), work.title, records[-1 - place]["text"])
        other.authors, other.year = work.authors, work.year
        if kind == 0:
            work.title, other.title = f"{work.title}. Part I", f"{other.title}. Part II"
        elif kind == 1:
            work.title = other.title = rng.choice(
                ("Editorial", "Introduction", "Letter to the editor")
            )
            other.authors = [(rng.choice(FIRST), f"{rng.choice(LAST)}a{place}")]
        elif kind == 2:
            other.title = records[-1 - place]["title"]
            work.book_doi = other.book_doi = f"10.1007/978-3-{place:05}"
        elif kind == 3:
            other.year = work.year + 1
        else:
            other.title = f"Erratum to: {work.title}"
        works.append(other)
    return works


def title_of(work: Work, rng: random.Random) -> str:
    """A title as some database writes it."""
    title = work.title
    kind = rng.random()
    if kind < 0.1:
        title = title.upper()
    elif kind < 0.2:
        title = title.title()
    elif kind < 0.25 and len(title.split(": ")[0]) >= 40:
        title = title.split(": ")[0]
    elif kind < 0.35:
        title = re.sub(r"\b(\w+)\b", r"<i>\1</i>", title, count=1)
    elif kind < 0.4:
        title = title.replace("-", " ").replace("&", "and")
    elif kind < 0.45:
        title = re.sub(r"(\d)", r"$_{\1}$", title)
    return title + rng.choice(("", "", "."))


def text_of(work: Work, rng: random.Random, missing: float) -> str:
    """An abstract as some database has it, at times cut off, or none."""
    kind = rng.random()
    if kind < missing:
        return ""
    if kind < missing + 0.1:
        return work.text[: max(len(work.text) // 2, 100)] + "..."
    if kind < missing + 0.25:
        return f"{work.text} © {work.year} Elsevier B.V. All rights reserved."
    return work.text


def doi_of(work: Work, rng: random.Random, missing: float) -> str:
    """A DOI as some database writes it, or none."""
    if rng.random() < missing:
        return ""
    doi = work.book_doi or work.doi
    return rng.choice((doi, doi.upper(), f"https://doi.org/{doi}", f"http://dx.doi.org/{doi}."))


def year_of(work: Work, rng: random.Random) -> int:
    """The year, or that of the appearance online."""
    return work.year - (rng.random() < 0.1)


def scopus(work: Work, rng: random.Random) -> dict[str, str]:
    """A row of Scopus' CSV."""
    return {
        "Authors": "; ".join(f"{last}, {first[0]}." for first, last in work.authors),
        "Title": title_of(work, rng),
        "Year": str(year_of(work, rng)),
        "Cited by": str(rng.randint(0, 90)),
        "DOI": doi_of(work, rng, 0.1),
        "Abstract": text_of(work, rng, 0.0) or "[No abstract available]",
        "PubMed ID": work.pmid if rng.random() < 0.5 else "",
        "EID": f"2-s2.0-{work.number}",
    }


def lens(work: Work, rng: random.Random) -> dict[str, str]:
    """A row of Lens' CSV."""
    return {
        "Lens ID": f"{work.number:015}",
        "Title": title_of(work, rng),
        "Publication Year": str(year_of(work, rng)),
        "Abstract": text_of(work, rng, 0.2),
        "Author/s": "; ".join(f"{first} {last}" for first, last in work.authors),
        "DOI": doi_of(work, rng, 0.2),
        "PMID": work.pmid if rng.random() < 0.5 else "",
        "Citing Works Count": str(rng.randint(0, 90)),
    }


def wos(work: Work, rng: random.Random) -> str:
    """A record of Web of Science's text."""
    authors = "\n   ".join(
        f"{last}, {first[0]}{rng.choice(('', 'J'))}" for first, last in work.authors
    )
    lines = [
        "PT J", f"AU {authors}", f"TI {title_of(work, rng)}", f"AB {text_of(work, rng, 0.1)}",
        f"PY {year_of(work, rng)}", f"DI {doi_of(work, rng, 0.2)}", f"UT WOS:{work.number:015}",
        f"TC {rng.randint(0, 90)}", "ER",
    ]  # fmt: skip
    return "\n".join(line for line in lines if len(line) > 3 or line == "ER")


def pubmed(work: Work, rng: random.Random) -> str:
    """A record of PubMed's text."""
    authors = [f"FAU - {last}, {first}" for first, last in work.authors]
    lines = [
        f"PMID- {work.pmid}", "OWN - NLM", f"DP  - {year_of(work, rng)} Mar 1",
        f"TI  - {title_of(work, rng)}", f"AB  - {text_of(work, rng, 0.1)}",
        f"LID - {doi_of(work, rng, 0.3)} [doi]", *authors,
    ]  # fmt: skip
    return "\n".join(line for line in lines if not line.endswith("-  [doi]"))


def openalex(work: Work, rng: random.Random) -> str:
    """A work of OpenAlex, one a line."""
    doi = doi_of(work, rng, 0.15)
    return json.dumps(
        {
            "id": f"https://openalex.org/W{work.number}",
            "doi": doi or None,
            "title": title_of(work, rng),
            "publication_date": f"{work.year}-{work.month:02}-01",
            "abstract": text_of(work, rng, 0.2),
            "authorships": [
                {"author_position": "first", "author": {"display_name": f"{first} {last}"}}
                for first, last in work.authors
            ],
            "cited_by_count": rng.randint(0, 90),
        }
    )


def write(folder: Path, works: list[Work], rng: random.Random) -> dict[tuple[str, int], int]:
    """Write the exports; the work of each record, by file and place in it."""
    rows: dict[str, list] = {name: [] for name in DATABASES}
    makers = dict(zip(DATABASES, (scopus, wos, pubmed, lens, openalex), strict=True))
    truth = {}
    for work in works:
        chosen = rng.sample(DATABASES, rng.choice((1, 2, 3, 3, 4, 5)))
        for name in chosen:
            truth[name, len(rows[name])] = work.number
            rows[name].append(makers[name](work, rng))
    for name in ("scopus.csv", "lens.csv"):
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, list(rows[name][0]))
            table.writeheader()
            table.writerows(rows[name])
    head = "FN Clarivate Analytics Web of Science\nVR 1.0\n"
    (folder / "wos.txt").write_text(head + "\n\n".join(rows["wos.txt"]) + "\n\nEF\n", "utf-8")
    (folder / "pubmed.nbib").write_text("\n\n".join(rows["pubmed.nbib"]) + "\n", "utf-8")
    (folder / "openalex.jsonl").write_text("\n".join(rows["openalex.jsonl"]) + "\n", "utf-8")
    return truth


def pairs(labels: list) -> int:
    """Pairs of equal labels."""
    sizes: dict = defaultdict(int)
    for label in labels:
        sizes[label] += 1
    return sum(comb(size, 2) for size in sizes.values())


def main() -> None:
    """Make, merge, compare and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    n_works = int(count / RECORDS_A_WORK / 1.05)
    works = made_works(read_corpus("arxiv_118k", 2 * n_works), rng, n_works)
    rng.shuffle(works)
    with tempfile.TemporaryDirectory() as name:
        truth = write(Path(name), works, rng)
        spent, parsed = {}, {}
        for merge in ("off", "auto"):
            start = time.process_time()
            settings = ParseSettings(merge=merge)
            parsed[merge] = make_documents(
                read_files(list(DATABASES), settings, Path(name)), settings
            )
            spent[merge] = time.process_time() - start
    records = parsed["auto"].records
    signed = records.signatures()
    start = time.process_time()
    groups = same_works(
        records.works, records.sources, records.n_words,
        lambda one, other: float((signed[one] == signed[other]).mean()),
    )  # fmt: skip
    alone = time.process_time() - start
    found = list(range(len(records)))
    for rows in groups:
        for row in rows:
            found[row] = rows[0]
    right = [truth[own] for own in zip(records.sources, records.positions, strict=True)]
    both = pairs(list(zip(found, right, strict=True)))
    print(
        f"{len(records):,} records of {len(set(right)):,} works, {len(groups):,} groups\n"
        f"precision {both / pairs(found):.4f}, recall {both / pairs(right):.4f} (aim: 0.99)\n"
        f"CPU: parse without merging {spent['off']:.1f} s, with {spent['auto']:.1f} s, "
        f"of which finding groups {alone:.1f} s"
    )


if __name__ == "__main__":
    main()
