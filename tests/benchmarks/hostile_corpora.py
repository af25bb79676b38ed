"""Small corpora made up to break a run: does each end well, or with a reason and a remedy?

    uv run python tests/benchmarks/hostile_corpora.py [CORPORA] [--stages] [--seed N] [--only N]

CORPORA (1,000) corpora of 1 to 100 documents are written in a random format: many scripts, hostile
characters, equal or empty texts, mixed types, identifiers that are none. Each is parsed in this
process; with --stages it goes through all stages. What counts as a failure, printed with the number
by which --only makes it again: any exception but a `TopographError` with its reason and its remedy;
records that are neither kept nor dropped with a reason; results that cannot be read back.
"""

# ruff: noqa: E501

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import math
import os
import random
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

ROOT = Path(__file__).parents[2]
STAGES = ("parse", "embed", "reduce", "cluster", "label", "plot", "evaluate", "report")
WORDS = {
    "latin": "ferry island harbour noon ticket market bus hotel water guide old street garden",
    "german": "Fähre Straße Größe Hafen Übergröße Markt Gärten Schließung Ämter Maß öffnen",
    "turkish": "İstanbul İzmir Işık ısparta iskele şehir çarşı göz İKİ ILIK Iğdır öğle",
    "cyrillic": "паром остров гавань полдень билет рынок автобус гостиница вода улица сад",
    "greek": "πλοίο νησί λιμάνι μεσημέρι ΟΔΟΣ οδός αγορά λεωφορείο νερό κήπος ΣΟΦΌΣ",
    "arabic": "عبارة جزيرة ميناء ظهر تذكرة سوق حافلة فندق ماء دليل شارع حديقة",
    "hebrew": "מעבורת אי נמל צהריים כרטיס שוק אוטובוס מלון מים מדריך רחוב גן",
    "devanagari": "नौका द्वीप बंदरगाह दोपहर टिकट बाज़ार बस होटल पानी गाइड सड़क बग़ीचा",
    "chinese": "渡轮 岛屿 港口 中午 车票 市场 公共汽车 酒店 热水 导游 老街 花园",
    "japanese": "フェリー 島 港 正午 切符 市場 バス ホテル 水 案内 通り 庭",
    "thai": "เรือข้ามฟาก เกาะ ท่าเรือ เที่ยง ตั๋ว ตลาด รถบัส โรงแรม น้ำ ถนน สวน",
    "korean": "여객선 섬 항구 정오 표 시장 버스 호텔 물 안내 거리 정원",
}
#: Pieces that formats, shells, pages and terminals make something of.
HOSTILE = [
    "\0", "\x07\x1b[31m", "\u202eright\u202c", "\u2066x", "\ufeff", "\ufffe", "\uffff", "\x80\x9f",
    "\u2028", "\x85", "\ud83d", "\udc00\ud83d", "\U0010ffff", "e\u0301\u0301\u0301", "\u200d" * 5,
    "</script><script>alert(1)</script>", "<!--", "]]>", "&quot;&amp;&#0;&#xD800;&lol;", "<b a='",
    "{{ x }}{% raw", "%s%n%{x}", "$x^2$ \\frac{a}{b} \\begin{x}", "\\", "\\n\\t\\u00e9\\\"", "{" * 40,
    "}" * 40, "[" * 40, "=cmd|' /C calc'!A0", "+1", "-1", "@x", "'; DROP TABLE x; --", "`rm -rf`",
    "../../etc/passwd", "C:\\server\\x", "http://user:pw@host/?a=b&c", "a@b.c", "*" * 60, "_" * 60,
    "#" * 30, "> " * 30, "- - -", "---\ntitle: x\n---", "TY  - JOUR", "@article{x,", "PMID- 1", "%0 X",
    "\"", "'", ";", ",", "\t", "\r", "\r\n", "\n\n", "😀👩‍👩‍👧🏽🇩🇪", "İıßﬁŉǰ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "Ａｂｃ", "x" * 300,
    "1e999", "NaN", "null", "None", "true", "-0", "0x1f", "9" * 40, "2020-01-01", "31/02/2020",
]  # fmt: skip
ODD: list[Any] = [
    None, True, False, 0, -1, 2**63, 2**64, 10**30, 1.5, -0.0, 1e308, math.inf, -math.inf, math.nan,
    "", " ", [], {}, [None], [[]], {"a": {"b": {"c": [1, {"d": None}]}}}, ["a", 1, None], "nan",
    "1,5", "12 %", "2020", "Q1 2020", "yes", "\0", "\ud83d", {"\ud83d": 1}, {"value": {"value": 1}},
]  # fmt: skip
NAMES = ["text", "id", "title", "date", "year", "keywords", "journal", "score", "label", "topic",
         "=sum(1)", "", " ", "a.b", "weird \u202e name", "doc_id", "raw", "__proto__", "text ", "TEXT",
         "<b>", "ключ", "abstract"]  # fmt: skip


def sentence(draw: random.Random, script: str, hostile: float) -> str:
    """Words of one script with hostile pieces between them."""
    words = []
    for _ in range(draw.randint(1, 30)):
        words.append(draw.choice(WORDS[script].split()))
        if draw.random() < hostile:
            words.append(draw.choice(HOSTILE))
    joined = ("" if script in ("chinese", "japanese", "thai") else " ").join(words)
    return joined + draw.choice(["", ".", "!", "。", " ..."])


def texts(draw: random.Random, count: int) -> list[str]:
    """Texts of a corpus, of one of several shapes."""
    hostile = draw.choice([0.0, 0.0, 0.05, 0.4])
    scripts = draw.sample(list(WORDS), draw.choice([1, 1, 2, len(WORDS)]))
    made = [
        " ".join(sentence(draw, draw.choice(scripts), hostile) for _ in range(draw.randint(1, 4)))
        for _ in range(count)
    ]
    shape = draw.choice(["any"] * 8 + ["equal", "empty", "word", "huge", "digits", "signs", "same"])
    if shape == "equal":
        return made[:1] * count
    if shape == "empty":
        return [draw.choice(["", " ", "\n", "\u200b", "\u202e"]) for _ in made]
    if shape == "word":
        return [draw.choice(WORDS[scripts[0]].split()) for _ in made]
    if shape == "huge":
        return [*made[1:], made[0] * draw.choice([100, 3000])]
    if shape == "digits":
        return [" ".join(str(draw.randint(0, 999)) for _ in range(12)) for _ in made]
    if shape == "signs":
        return [" ".join(draw.choices(HOSTILE, k=12)) for _ in made]
    if shape == "same":
        return [f"{made[0]} {number}" for number in range(count)]
    return made


def records(draw: random.Random, count: int) -> list[dict[str, Any]]:
    """Records with a text each, and columns of mixed types."""
    columns = draw.sample(NAMES[1:], draw.randint(0, 6))
    odd = draw.choice([0.0, 0.1, 0.6])
    plain: dict[str, Callable[[int], Any]] = {
        "id": lambda row: f"d{row}", "title": lambda row: f"Title {row}", "year": lambda row: 2000 + row,
        "date": lambda row: f"20{row % 100:02}-01-02", "score": lambda row: row / 3,
    }  # fmt: skip
    made = []
    for row, text in enumerate(texts(draw, count)):
        record: dict[str, Any] = {"text": text}
        for name in columns:
            value = plain.get(name, lambda row: ["a", "b", "c"][row % 3])(row)
            record[name] = draw.choice(ODD) if draw.random() < odd else value
        if draw.random() < 0.02:
            record["text"] = draw.choice(ODD)
        made.append(record)
    return made


# --- formats


def written(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def cell(value: Any) -> str:
    return "" if value is None else str(value)


def as_json_lines(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    ascii_only = draw.random() < 0.7
    return written("\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in rows))


def as_json(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    whole: Any = draw.choice([rows, {"data": rows}, {"a": {"records": rows}}])
    return written(json.dumps(whole))


def as_csv(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    stream = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.writer(stream, delimiter=draw.choice(",;\t|"), quoting=draw.choice([0, 1]))
    writer.writerow(names)
    writer.writerows([[cell(row.get(name)).replace("\0", "") for name in names] for row in rows])
    encoding = draw.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    return stream.getvalue().encode(encoding, "replace")


def as_lines(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    return written(draw.choice(["\n", "\n\n", "\r\n"]).join(cell(row["text"]) for row in rows))


def as_parquet(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    stream = io.BytesIO()
    frame = pd.DataFrame(
        [{name: whole(cell(value)) for name, value in row.items()} for row in rows], dtype=object
    )
    frame.to_parquet(stream)
    return stream.getvalue()


def whole(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def as_tagged(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    lines = [
        f"TY  - JOUR\nTI  - {cell(row.get('title'))}\nAB  - {cell(row['text'])}\nER  - \n"
        for row in rows
    ]
    return written("\n".join(lines))


def as_bibtex(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    return written("\n".join(
        f"@article{{k{number},\n title = {{{cell(row.get('title'))}}},\n abstract = {{{cell(row['text'])}}}\n}}"
        for number, row in enumerate(rows)
    ))  # fmt: skip


def as_xml(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    import html

    escape = draw.choice([html.escape, html.escape, str])
    inner = "".join(
        f"<record><title>{escape(cell(row.get('title')))}</title><abstract>{escape(cell(row['text']))}"
        "</abstract></record>"
        for row in rows
    )
    return written(f"<?xml version='1.0'?><records>{inner}</records>")


def as_html(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    inner = "".join(f"<p>{cell(row['text'])}</p>" for row in rows)
    return written(f"<html><head><title>T</title></head><body>{inner}</body></html>")


def as_mail(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    return written("\n".join(
        f"From a@b.c Thu Jan  1 00:00:00 1970\nFrom: a@b.c\nSubject: {cell(row.get('title'))}\n"
        f"Message-ID: <{number}@x>\nDate: Thu, 01 Jan 1970 00:00:00 +0000\n\n{cell(row['text'])}\n"
        for number, row in enumerate(rows)
    ))  # fmt: skip


def as_workbook(rows: list[dict[str, Any]], draw: random.Random) -> bytes:
    import openpyxl
    from openpyxl.utils.exceptions import IllegalCharacterError

    book = openpyxl.Workbook()
    names = list(dict.fromkeys(name for row in rows for name in row))
    book.active.append([whole(name) for name in names])
    for row in rows:
        cells = [whole(cell(row.get(name)))[:32_000] for name in names]
        try:
            book.active.append(cells)
        except IllegalCharacterError:
            book.active.append(["".join(filter(str.isprintable, own)) for own in cells])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


FORMATS = {
    "a.jsonl": as_json_lines, "a.json": as_json, "a.csv": as_csv, "a.tsv": as_csv, "a.txt": as_lines,
    "a.parquet": as_parquet, "a.ris": as_tagged, "a.bib": as_bibtex, "a.xml": as_xml, "a.html": as_html,
    "a.mbox": as_mail, "a.xlsx": as_workbook, "a.md": as_lines, "a.dat": as_lines,
}  # fmt: skip


def write_corpus(draw: random.Random, folder: Path) -> list[str]:
    """Write one corpus, of one file or several; returns their names."""
    count = draw.choice([1, 1, 2, 3, 5, 8, 20, 60, 100])
    names = []
    for number in range(draw.choice([1, 1, 1, 2])):
        ending, make = draw.choice(list(FORMATS.items()))
        name = f"{number}{ending}"
        content = make(records(draw, count), draw)
        if draw.random() < 0.05:  # cut off
            content = content[: draw.randint(0, len(content))]
        if draw.random() < 0.05:  # a byte changed
            place = draw.randrange(len(content) or 1)
            content = content[:place] + bytes([draw.randrange(256)]) + content[place + 1 :]
        if draw.random() < 0.1:
            name, content = f"{name}.gz", gzip.compress(content)
        elif draw.random() < 0.1:
            stream = io.BytesIO()
            with zipfile.ZipFile(stream, "w") as archive:
                archive.writestr(name, content)
            name, content = f"{number}.zip", stream.getvalue()
        (folder / name).write_bytes(content)
        names.append(name)
    return names


def settings_of(draw: random.Random, names: list[str], stages: bool) -> dict[str, Any]:
    """A run's configuration."""
    parse: dict[str, Any] = {"files": names, "on_error": draw.choice(["skip", "stop"])}
    parse["min_words"] = draw.choice([1, 1, 5])
    parse["duplicates"] = draw.choice(["drop", "keep"])
    if draw.random() < 0.1:
        parse["text"] = draw.choice(["title", ["title", "text"]])
    if draw.random() < 0.2:
        parse["clean"] = {"unicode": False, "html": False, "mojibake": False}
    if not stages:
        return {"parse": parse}
    return {
        "parse": parse,
        "embed": {"encoder": draw.choice(["static", "static", "tfidf"])},
        "reduce": {"method": draw.choice(["umap", "umap", "pca"])},
        "cluster": {"method": draw.choice(["hdbscan", "hdbscan", "leiden", "kmeans"]),
                    "noise": draw.choice(["keep", "assign"]), "members": 3},
        "report": {"title": draw.choice(["", "A \"title\" & <b>"])},
    }  # fmt: skip


# --- runs


def run_parse(config: dict[str, Any], folder: Path) -> str:
    """Parse a corpus as the stage does; how it ended."""
    from topograph.config import ParseSettings
    from topograph.stages.parse.documents import make_documents
    from topograph.stages.parse.reading import read_corpus

    settings = ParseSettings(**config["parse"])
    batches = read_corpus(settings.files, settings, folder)
    parsed = make_documents(batches, settings)
    kept, dropped = len(parsed), Counter(parsed.dropped)
    if kept + sum(dropped.values()) != len(parsed.records):
        raise AssertionError(f"{kept} + {dropped} of {len(parsed.records)}")
    if "" in dropped:
        raise AssertionError("a record is dropped without a reason")
    documents = list(parsed.document_tables()) if kept else []
    audit = list(parsed.audit_tables()) if len(parsed.records) else []
    if sum(map(len, documents)) != kept or sum(map(len, audit)) != len(parsed.records):
        raise AssertionError("the tables have other rows than there are records")
    return "documents" if kept else "no document"


def run_stages(config: dict[str, Any], folder: Path) -> str:
    """Run all stages as commands do; how it ended."""
    from topograph.cli import main

    (folder / "config/runs").mkdir(parents=True)
    (folder / "config/config.yaml").write_text("runs: [a]\n", encoding="utf-8")
    text = yaml.safe_dump(config, allow_unicode=True)
    (folder / "config/runs/a.yaml").write_text(text, encoding="utf-8")
    for stage in STAGES:
        errors = io.StringIO()
        with redirect_stdout(io.StringIO()), redirect_stderr(errors):
            status = main([stage, "results/a"])
        if status:
            parts = errors.getvalue()
            if not all(f"{word}: " in parts for word in ("Error", "why", "fix")):
                raise AssertionError(f"{stage} fails and says {parts!r}")
            return f"refused by {stage}"
    for table in (folder / "results/a").rglob("*.parquet"):
        pd.read_parquet(table)
    json.loads((folder / "results/a/manifest.json").read_text(encoding="utf-8"))
    page = (folder / "results/a/report.html").read_text(encoding="utf-8")
    if page.count("<script") != 1:
        raise AssertionError("the report has a script more")
    return "all stages"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="?", type=int, default=1000)
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument(
        "--slow", type=float, default=30.0, help="seconds from which one is reported"
    )
    options = parser.parse_args()
    from topograph.errors import TopographError

    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache/numba"))
    numbers = [options.only] if options.only is not None else range(options.corpora)
    ends: Counter[str] = Counter()
    failures = 0
    for number in numbers:
        draw = random.Random(f"{options.seed} {number}")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            os.chdir(folder)
            config = settings_of(draw, write_corpus(draw, folder), options.stages)
            started = time.process_time()
            try:
                ends[
                    run_stages(config, folder) if options.stages else run_parse(config, folder)
                ] += 1
            except TopographError as error:
                ends["refused"] += 1
                if not (error.what.strip() and error.why.strip() and error.fix.strip()):
                    failures += 1
                    print(f"{number}: no reason or no remedy: {error}", flush=True)
            except Exception:
                failures += 1
                print(f"{number}: {config['parse']['files']}", flush=True)
                traceback.print_exc(limit=-4, file=sys.stdout)
            finally:
                os.chdir(ROOT)
            if (took := time.process_time() - started) > options.slow:
                print(f"{number}: {took:.0f} CPU s, {config['parse']['files']}", flush=True)
    print(
        f"{sum(ends.values()) + failures} corpora: {dict(ends.most_common())}; {failures} failures"
    )
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
