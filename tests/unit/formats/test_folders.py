"""Folders of texts: one document per file, or a list in each; fields above texts; pages of many."""

# ruff: noqa: E501

import pytest
from parse_files import read

from topograph.config import ParseSettings
from topograph.stages.parse.reading import read_corpus

WORDS = "trees towns ponds rain yards streets shade parks bells roads".split()


def paragraph(n, words=30):
    return (
        " ".join(WORDS[(n + place * place) % 10] for place in range(words)).capitalize() + f" {n}."
    )


def folder(path, files):
    for name, text in files.items():
        (path / name).write_text(text)
    reports = []
    batches = read_corpus(sorted(files), ParseSettings(), path, reports.append)
    return [own for batch in batches for own in batch], reports


def speeches(names, paragraphs=4):
    return {
        f"{name}.txt": "\n\n".join(paragraph(7 * n + place) for place in range(paragraphs)) + "\n"
        for n, name in enumerate(names)
    }


DOCUMENTS = {
    "names with a year and a name": speeches(f"{1789 + 4 * n}-{who}" for n, who in enumerate("Washington Adams Jefferson Madison Monroe Jackson Polk Taylor Pierce Lincoln Grant Hayes".split())),
    "names with dates": speeches(f"2019-03-{n:02}" for n in range(1, 13)),
    "many files, numbered": speeches(f"cv{n:03}_{29000 + n}" for n in range(25)),
    "most are one paragraph": speeches(["a", "b", "c"], 1) | speeches(["d"], 2),
    "wrapped lines of one paragraph": {f"{n}.txt": "\n".join(paragraph(n + k, 12) for k in range(5)).replace(".", "") + "\n" for n in range(4)},
    "ten short files": speeches(f"neg_cv{n:03}_{29000 + n}" for n in range(10)),
    "one salutation, many files": {name: f"Fellow citizens:\n\n{text}" for name, text in speeches(map(str, range(100, 125))).items()},
}  # fmt: skip


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_files_are_documents(tmp_path, kind):
    candidates, reports = folder(tmp_path, DOCUMENTS[kind])
    assert len(candidates) == len(DOCUMENTS[kind])
    assert all(report.format == "file" and report.whole for report in reports)


LISTS = {
    "one heading over all": {f"{n}.txt": "Papers of 2026\n\n" + text for n, text in enumerate(speeches(range(30), 6).values())},
    "few files without titles": speeches(["one", "two", "three"], 6),
    "a list for each year": speeches((f"papers{year}" for year in range(2009, 2022)), 30),
    "hundreds of short lines": {f"user{n}.txt": "".join(f"{paragraph(k + n, 8)}\n" for k in range(250)) for n in range(25)},
    "two files": speeches(["2019-01-01", "2019-01-02"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", LISTS)
def test_files_are_lists_of_documents(tmp_path, kind):
    candidates, reports = folder(tmp_path, LISTS[kind])
    assert len(candidates) > 1.5 * len(LISTS[kind])
    assert not any(report.whole for report in reports)


def test_one_file_without_a_title_does_not_decide(tmp_path):
    files = {
        f"{n}.txt": f"{WORDS[n]} and {WORDS[n + 1]}\n\n{text}"
        for n, text in enumerate(speeches(range(6)).values())
    }
    files["6.txt"] = paragraph(1) + "\n\n" + paragraph(2) + "\n"
    candidates, _ = folder(tmp_path, files)
    assert len(candidates) == 7
    assert [bool(own.title) for own in candidates] == [True] * 6 + [False]


FRONT = {
    "yaml": "---\ntitle: Water rota\ndate: 2021-03-04\ntags: [garden, water]\nauthor:\n  name: A. Doe\n  town: B\ndraft: no\norder: 007\nempty:\n---\n",
    "a list below its key": "---\nTitle: Water rota\nDate: 2021-03-04\ntags:\n- garden\n- water\nauthor: {name: A. Doe, town: B}\ndraft: no\norder: 007\n...\n",
    "toml": '+++\ntitle = "Water rota"\ndate = 2021-03-04\ntags = ["garden", "water"]\norder = "007"\ndraft = "no"\n[author]\nname = "A. Doe"\ntown = "B"\n+++\n',
}


@pytest.mark.parametrize("kind", FRONT)
def test_fields_above_a_text_are_metadata(tmp_path, kind):
    text = f"{paragraph(1)}\n\n{paragraph(2)}"
    (own,), reports = read(tmp_path, "note.md", f"{FRONT[kind]}\n{text}\n")
    assert reports[0].format == "file"
    assert (own.text, own.title, str(own.date)[:10]) == (text, "Water rota", "2021-03-04")
    assert own.metadata["tags"] == ["garden", "water"]
    assert own.metadata["author.name"] == "A. Doe"
    assert (own.metadata["order"], own.metadata["draft"]) == ("007", "no")
    assert "empty" not in own.metadata


def test_a_colon_in_a_title_costs_no_field(tmp_path):
    (own,), _ = read(
        tmp_path, "a.md", f"---\ntitle: Water: a rota\ntags: garden\n---\n{paragraph(1)}\n"
    )
    assert (own.title, own.metadata["tags"]) == ("Water: a rota", "garden")


@pytest.mark.parametrize(
    "text",
    [
        f"---\n{paragraph(1)}\n\n{paragraph(2)}\n---\n{paragraph(3)}\n",
        f"---\n\n{paragraph(1)}\n\n---\n\n{paragraph(2)}\n",
        f"+++\n{paragraph(1)}\n+++\n\n{paragraph(2)}\n",
    ],
)
def test_prose_between_rules_is_no_head_of_a_file(tmp_path, text):
    candidates, reports = read(tmp_path, "a.txt", text)
    assert reports[0].format == "paragraphs"
    assert paragraph(1) in "\n".join(own.text for own in candidates)


def test_references_in_yaml_are_not_followed(tmp_path):
    bomb = "a: &a [x, x]\n" + "".join(
        f"{two}: &{two} [*{one}, *{one}]\n"
        for one, two in zip("abcdefghij", "bcdefghijk", strict=True)
    )
    (own,), _ = read(tmp_path, "a.md", f"---\ntitle: T\n{bomb}---\n{paragraph(1)}\n")
    assert own.title == "T"
    assert len(str(own.metadata)) < 1000


def page(inner):
    return f"<html><head><title>Forum</title></head><body><nav>Home</nav><h1>Which trees?</h1>{inner}</body></html>"


POSTS = {
    "articles": "<article><h2>{title}</h2><time datetime='2021-03-04'>4 March</time><p>{text}</p></article>",
    "posts": "<div class='post post-{n} odd'><span class='username'>A. Doe</span><div class='content'>{text}</div></div>",
    "comments": "<li itemprop='comment'><span class='author'>A. Doe</span><p>{text}</p></li>",
}


@pytest.mark.parametrize("kind", POSTS)
def test_a_page_of_posts_is_many_documents(tmp_path, kind):
    inner = "".join(POSTS[kind].format(n=n, title=f"Tree {n}", text=paragraph(n)) for n in range(5))
    candidates, _ = read(tmp_path, "thread.html", page(inner))
    assert [own.text for own in candidates] == [paragraph(n) for n in range(5)]
    assert len({own.own_id for own in candidates}) == 5
    if kind == "articles":
        assert (candidates[1].title, str(candidates[1].date)[:10]) == ("Tree 1", "2021-03-04")
    else:
        assert candidates[1].metadata["author"] == "A. Doe"


def test_a_page_with_a_text_and_some_comments_is_one_document(tmp_path):
    comments = "".join(POSTS["comments"].format(n=n, text=paragraph(n, 15)) for n in range(4))
    text = "".join(f"<p>{paragraph(n, 60)}</p>" for n in range(5))
    (own,), _ = read(tmp_path, "a.html", page(f"<div>{text}</div>{comments}"))
    assert own.title == "Which trees?"
    assert paragraph(3, 60) in own.text


def test_a_text_under_many_comments_is_one_document(tmp_path):
    comments = "".join(POSTS["comments"].format(n=n, text=paragraph(n, 15)) for n in range(60))
    text = f"<p>{paragraph(1, 50)}</p><p>{paragraph(2, 50)}</p>"
    (own,), _ = read(tmp_path, "a.html", page(f"<div>{text}</div>{comments}"))
    assert own.text.startswith(paragraph(1, 50))


def test_white_space_of_the_source_is_no_line_of_the_text(tmp_path):
    (own,), _ = read(
        tmp_path,
        "a.html",
        page("<p>One\n   <b>two</b>\nthree</p><pre>a\n  b</pre><!-- no --><p>four<br>five</p>"),
    )
    assert own.text == "One two three\na\nb\nfour\nfive"


def test_a_page_with_openings_of_other_articles_is_one_document(tmp_path):
    main = f"<article><h1>Trees</h1><p>{paragraph(1, 200)}</p></article>"
    teasers = "".join(
        f"<article><h2>Other {n}</h2><p>{paragraph(n, 14)}</p></article>" for n in range(4)
    )
    (own,), _ = read(tmp_path, "a.html", f"<html><body>{main}{teasers}</body></html>")
    assert paragraph(1, 200) in own.text


def test_a_page_within_a_form_has_its_text(tmp_path):
    (own,), _ = read(
        tmp_path,
        "a.html",
        f"<html><body><form><div><p>{paragraph(1)}</p></div></form></body></html>",
    )
    assert own.text == paragraph(1)


PAGE = "Title: Trees\nDate: 2014-07-15 15:40\nTags: towns, trees\n\nThe first part of it.\n\nA second.\n"


def test_lines_of_name_and_value_above_a_text_are_its_fields(tmp_path):
    ((own,), reports) = read(tmp_path, "a.md", PAGE)
    assert reports[0].format == "file"
    assert (own.title, own.text) == ("Trees", "The first part of it.\n\nA second.")
    assert (str(own.date)[:16], own.metadata["Tags"]) == ("2014-07-15 15:40", "towns, trees")


@pytest.mark.parametrize(
    "content",
    [
        "Title: Trees\nSpeaker: Doe\n\nThe first part.\n\nA second.\n",
        "Anna: Hello there.\nBen: Title: none.\n\nAnna: And then?\n\nBen: Nothing.\n",
        "Title: Trees\nAuthor: Doe\n\nThe first.\n\nTitle: Ponds\nAuthor: Roe\n\nThe second.\n",
        "Title: Trees\nDate: 2014\nThe text follows at once.\n\nA second part.\n",
    ],
)
def test_other_lines_with_colons_stay_in_the_text(tmp_path, content):
    candidates, reports = read(tmp_path, "a.txt", content)
    assert reports[0].format == "paragraphs"
    assert "\n\n".join(own.text for own in candidates) == content.strip()


@pytest.mark.parametrize("first", ["- [Trees](x.html)", "* Trees", "> Trees", "![Trees](x.png)"])
def test_an_entry_of_a_list_a_quotation_or_a_picture_is_no_title(tmp_path, first):
    ((own,), _) = read(tmp_path, "a.md", f"{first}\n\nThey give shade.\n", format="file")
    assert (own.title, own.text) == ("", f"{first}\n\nThey give shade.")


def test_the_date_of_a_page_of_quarto_is_read(tmp_path):
    page = "<html><head><meta name='dcterms.date' content='2025-06-05'></head><body><p>We met.</p></body></html>"
    ((own,), _) = read(tmp_path, "a.html", page)
    assert str(own.date)[:10] == "2025-06-05"


README = "# Speeches\n\nThe table holds one speech per row, as they were held.\n"
ROWS = "speaker,text\nAnn,Trees give shade to all of us.\nBen,They need water all summer.\n"


def corpus(path, files):
    return [(own.source, own.reason) for own in folder(path, files)[0]]


@pytest.mark.parametrize("name", ["README.md", "readme.txt", "LICENSE", "code_book.txt"])
def test_what_describes_the_data_beside_it_is_no_document(tmp_path, name):
    found = corpus(tmp_path, {name: README, "speeches.csv": ROWS})
    assert sorted(found) == sorted([(name, "no document"), *[("speeches.csv", "")] * 2])


def test_a_readme_is_read_where_nothing_else_is_data(tmp_path):
    found = corpus(tmp_path, {"README.md": README, "notes.txt": "Trees give shade.\n\nAnd more.\n"})
    assert "no document" not in [reason for _, reason in found]


def test_a_file_of_one_row_is_a_text_with_its_fields(tmp_path):
    rows = {f"{year}.txt": f"Ann Bell\t{year}-03-04\tTrees give shade, and water."
            for year in range(1801, 1812)}  # fmt: skip
    rows["1820.txt"] = "Ann Bell\t1820-03-04\tTrees give shade.\n\nThey need water.\n"
    assert corpus(tmp_path, rows) == [(name, "") for name in sorted(rows)]
    (found,), _ = read(tmp_path, "1801.txt", rows["1801.txt"])
    assert (found.text, found.metadata["column_1"]) == ("Trees give shade, and water.", "Ann Bell")
