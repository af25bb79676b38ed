"""Every format that is listed is recognised by its structure and read; the rest is prose."""

# ruff: noqa: E501

import pytest
from format_samples import SAMPLES
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.registry import FORMATS


def test_every_format_has_a_sample():
    assert set(SAMPLES) == set(FORMATS)


@pytest.mark.parametrize("form", SAMPLES)
def test_a_sample_is_recognised_and_read(tmp_path, form):
    sample = SAMPLES[form]
    names = [sample.name, "neutral"] if sample.neutral else [sample.name]
    for name in names:
        candidates, reports = read(tmp_path, name, sample.content)
        assert reports[0].format == form
        assert tuple((own.text, own.title) for own in candidates) == sample.records


@pytest.mark.parametrize("form", SAMPLES)
def test_a_sample_is_read_where_its_format_is_set(tmp_path, form):
    sample = SAMPLES[form]
    candidates, _ = read(tmp_path, "neutral", sample.content, format=form)
    assert tuple((own.text, own.title) for own in candidates) == sample.records


PROSE = {
    "footnote": "[1] The first note says this.\n[2] The second note says that.\n",
    "time": "[00:07] Hello and welcome to all of you.\n[00:09] Thank you for having me.\n",
    "wiki": "[[Graph theory]] is about graphs.\n[[Trees]] are graphs without circles.\n",
    "template": "{{Infobox}} opens the page on graphs.\n{{Cite}} closes the page.\n",
    "year": "[2020] was a year of few trips.\n[2021] was not much better.\n",
    "annotation": "We wrote @Builder(toBuilder = true) above the class.\n\n@Override(this) is no entry.\n",
    "mention": "@anna (on leave) says hello to everybody.\n@ben (back again) answers her.\n",
    "less": "<3 this place, we will come again.\n<1 hour of waiting, which is good.\n",
    "bullet": "- One is a line of a list.\n- Two is a line of a list.\n",
    "colon": "Name: the first thing they asked.\nAge: the second thing they asked.\n",
    "quote": '"Yes": that is what she said to us.\nThen she left.\nWe stayed for long.\nIt rained.\n',
    "truth": "[true] story of a man and his dog.\n[none] of it happened.\n",
}


@pytest.mark.parametrize("kind", PROSE)
@pytest.mark.parametrize("name", ["a.txt", "a.log", "a"])
def test_prose_that_opens_like_a_format_is_prose(tmp_path, kind, name):
    candidates, reports = read(tmp_path, name, PROSE[kind])
    assert reports[0].format in ("lines", "paragraphs")
    assert "\n".join(own.text for own in candidates).replace("\n\n", "\n") == PROSE[
        kind
    ].strip().replace("\n\n", "\n")


STRUCTURED = {
    "sgml": "<ITEM>\n<NUMBER>1</NUMBER>\n<WORDS>On graphs & trees\n</WORDS>\n</ITEM>\n<ITEM>\n</ITEM>\n"
    * 3,
    "json5": '{\n  "title": \'On graphs\',\n  "text": \'We study graphs\',\n  "year": 2020,\n  "n": 1\n}\n',
    "tags": "ZA  - a\nZB  - b\nZC  - c\nZD  - d\nZE  - e\n",
}


@pytest.mark.parametrize("kind", STRUCTURED)
def test_structured_text_of_no_known_format_is_refused_with_a_remedy(tmp_path, kind):
    form = "file" if kind == "sgml" else "lines"
    with pytest.raises(TopographError, match=f"format: {form}") as refused:
        read(tmp_path, "a.txt", STRUCTURED[kind])
    assert "a.txt" in refused.value.what
    candidates, _ = read(tmp_path, "a.txt", STRUCTURED[kind], format=form)
    assert candidates  # the remedy works
    assert form == "lines" or "<" not in candidates[0].text


def test_xml_needs_no_declaration_and_no_ending(tmp_path):
    content = SAMPLES["xml"].content
    for name in ("library.rdf", "export", "a.txt"):
        candidates, reports = read(tmp_path, name, content)
        assert (reports[0].format, len(candidates)) == ("xml", 2)


def test_ris_without_its_opening_tag_is_read(tmp_path):
    record = "AU  - Doe, J\nTI  - On {0}\nPY  - 2020\nAB  - We study {0}.\n"
    for end in ("", "ER  - \n"):
        content = "\n".join(record.format(own) + end for own in ("graphs", "trees"))
        candidates, reports = read(tmp_path, "a.txt", content)
        assert reports[0].format == "ris"
        assert [own.title for own in candidates] == ["On graphs", "On trees"]


def test_most_files_of_a_folder_decide_whether_they_are_documents(tmp_path):
    from topograph.config import ParseSettings
    from topograph.stages.parse.reading import read_corpus

    for number in range(4):
        title = f"title: Note {number}\n" if number else ""
        (tmp_path / f"{number}.md").write_text(
            f"---\n{title}tags: a\n---\nThe first part of it.\n\nThe second part of note {number}.\n"
        )
    batches = read_corpus([f"{number}.md" for number in range(4)], ParseSettings(), tmp_path)
    found = [own for batch in batches for own in batch]
    assert [own.title for own in found] == ["", "Note 1", "Note 2", "Note 3"]
    assert all(own.metadata["tags"] == "a" and "---" not in own.text for own in found)


WORDS = {
    "a.conllu": "# text = We met.\n1\tWe\twe\tPRON\n2\tmet\tmeet\tVERB\n3\t.\t.\tPUNCT\n\n# text = So.\n1\tSo\tso\tADV\n",
    "a.vert": "<doc id='1'>\n<s>\nWe\tPRON\twe\nmet\tVERB\tmeet\n</s>\n<s>\nSo\tADV\tso\n.\tPUNCT\t.\n</s>\n</doc>\n",
}


@pytest.mark.parametrize("name", WORDS)
def test_words_with_marks_of_grammar_are_refused(tmp_path, name):
    with pytest.raises(TopographError, match="marks of grammar"):
        read(tmp_path, name, WORDS[name])


def test_yaml_is_refused_and_can_be_read_as_prose(tmp_path):
    content = "items:\n  - name: x\n    text: We study graphs.\n"
    with pytest.raises(TopographError, match="YAML"):
        read(tmp_path, "a.yaml", content)
    assert read(tmp_path, "a.yaml", content, format="lines")[0]


SOURCES = {
    "a.tex": "% Our paper\n\\section{Trees}\nTrees give shade to towns.\n\nThey grow.\n",
    "a.txt": "\\documentclass[12pt]{article}\n\\begin{document}\n\nTrees give shade.\n\n\\end{document}\n",
    "a.rst": "Trees\n=====\n\n:date: 2014-07-15\n\nTrees give shade, says `Doe`_.\n\n.. _Doe: http://a.org\n",
    "a.org": "#+title: Trees\n* Shade\n  :PROPERTIES:\n  :URL: x\n  :END:\n\nTrees give shade.\n",
}


@pytest.mark.parametrize("name", SOURCES)
def test_sources_of_documents_are_refused_and_can_be_read_as_they_are(tmp_path, name):
    with pytest.raises(TopographError, match="it is the source of a document in"):
        read(tmp_path, name, SOURCES[name])
    ((own,), _) = read(tmp_path, name, SOURCES[name], format="file")
    assert "give shade" in own.text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", SOURCES["a.rst"]),
        ("a.txt", "Write \\documentclass{article} first.\n\nThen the text follows.\n"),
        ("a.tex", "Trees give shade.\n\nThey grow in towns.\n"),
    ],
)
def test_prose_about_sources_is_prose(tmp_path, name, content):
    assert len(read(tmp_path, name, content)[0]) > 1


def test_bibtex_without_types_is_no_prose(tmp_path):
    entry = "@{,\n  Ti = {SHADE TREES},\n  Ab = {Trees give shade to towns.}\n}\n\n"
    with pytest.raises(TopographError, match="no type"):
        read(tmp_path, "a.bib", entry * 3)


def test_pages_of_posts_are_their_posts(tmp_path):
    page = (
        '{"data": [{"id": "1", "text": "It rains again in town."}, {"id": "2", "text": "We stay at home."}],'
        ' "includes": {"users": [{"id": "9", "name": "Ann"}]}, "meta": {"result_count": 2}}\n'
    )
    candidates, _ = read(tmp_path, "a.jsonl", page * 2)
    assert [own.text for own in candidates] == ["It rains again in town.", "We stay at home."] * 2
    assert [own.position for own in candidates] == [0, 1, 2, 3]


def test_texts_of_speeches_stand_beside_titles(tmp_path):
    content = (
        "title,speaker,speech_text\nBudget,Ann,I move\nBudget,Ben,So be it.\nTrees,Ann,I move\n"
    )
    candidates, _ = read(tmp_path, "a.csv", content)
    assert [own.text for own in candidates] == ["I move", "So be it.", "I move"]


UNREAD = {
    "words with several marks in a cell": (
        "a.vert",
        "<s>\n"
        + "bomo\tbiti-g\tVa\tMood=Ind Number=Plur\nšli\titi-g\tVm\tVerbForm=Part\n" * 3
        + "</s>\n",
        "marks of grammar",
        "file",
    ),
    "tags of its own": (
        "a.txt",
        "Debates of a day.\n\n"
        + "<Header>Trees</Header> <newspeech>Mr Lee: they give shade.\n\nYes.</newspeech>\n\n" * 12,
        "tags of its own",
        "paragraphs",
    ),
    "a record": (
        "a.txt",
        "dcTitle:\tTrees\ndcCreator:\tAnn\ndcSubject:\ttowns\ndcDescription:\tTrees give shade.\n",
        "names and values between tabs",
        "lines",
    ),
    "a program in Python": (
        "a.txt",
        'import os\n\n\ndef names(folder):\n    """Names of files."""\n    return os.listdir(folder)\n\n\n'
        "for name in names('.'):\n    print(name)\n",
        "source code",
        "file",
    ),
    "a program in C": (
        "a.txt",
        "/*\n" + "You may copy this program as you like\n" * 9 + "*/\n#include <stdio.h>\n\n"
        'int main(void) {\n    puts("Trees.");\n    return 0;\n}\n',
        "source code",
        "paragraphs",
    ),
    "a program in R": (
        "a.txt",
        "library(dplyr)\ntrees <- read.csv('trees.csv')\n\n# the old ones\nold <- filter(trees, age > 9)\nplot(old)\n",
        "source code",
        "lines",
    ),
    "queries": (
        "a.txt",
        "SELECT name, age\nFROM trees\nWHERE age > 9\nORDER BY age;\n\nSELECT count(*)\nFROM trees;\n",
        "source code",
        "file",
    ),
    "a dump of MediaWiki": (
        "a.xml",
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><page><title>Trees</title>'
        "<ns>0</ns><revision><text>'''Trees''' give [[shade]].</text></revision></page></mediawiki>",
        "dump of MediaWiki",
        "file",
    ),
    "an outline": (
        "a.opml",
        '<opml version="2.0"><body><outline text="Trees give shade."/></body></opml>',
        "outline",
        None,
    ),
    "JSON with comments": (
        "a.json",
        '// trees\n[\n  {"text": "Trees // give shade."}\n]\n',
        "JSON with comments",
        "lines",
    ),
    "JSON with a comma at the end": (
        "a.txt",
        '[\n  {"text": "Trees give shade."},\n]\n',
        "JSON with comments",
        "lines",
    ),
    "JSON with plain names": (
        "a.json5",
        "[{text: 'Trees give shade.'}]\n",
        "JSON with comments",
        "lines",
    ),
    "a script": ("a.txt", "#!/bin/sh\nset -e\n\necho trees\n", "a script", "lines"),
    "visits": (
        "a.log",
        '10.0.0.1 - - [10/Oct/2020:13:55:36 -0700] "GET /trees HTTP/1.0" 200 2326\n' * 4,
        "a log of a web server",
        "lines",
    ),
    "a calendar": (
        "a.txt",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Trees\nEND:VEVENT\nEND:VCALENDAR\n",
        "a calendar",
        "lines",
    ),
    "contacts": ("a.txt", "BEGIN:VCARD\nFN:Ann\nNOTE:Trees\nEND:VCARD\n", "contacts", "lines"),
    "changes": (
        "a.txt",
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n",
        "changes to files",
        "lines",
    ),
    "a log of Git": (
        "a.txt",
        f"commit {'0a' * 20}\nAuthor: Ann <a@example.org>\nDate: today\n\n    Water trees\n",
        "a log of Git",
        "paragraphs",
    ),
    "SubStation": (
        "a.ass",
        "[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Trees\n",
        "SubStation",
        "lines",
    ),
    "Praat": (
        "a.TextGrid",
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\n',
        "Praat",
        "lines",
    ),
    "CHAT": (
        "a.cha",
        "@UTF8\n@Begin\n@Languages:\teng\n*MOT:\tlook at the tree .\n@End\n",
        "CHILDES",
        "lines",
    ),
    "translations": (
        "a.po",
        '# Trees\nmsgid ""\nmsgstr ""\n\nmsgid "Tree"\nmsgstr "Baum"\n',
        "translations",
        "lines",
    ),
    "Turtle": (
        "a.ttl",
        '@prefix dc: <http://example.org/> .\n\n<http://example.org/1> dc:title "Trees" .\n',
        "linked data",
        "lines",
    ),
    "YAML": ("a.yaml", "items:\n  - text: Trees give shade.\n", "YAML", "lines"),
}


@pytest.mark.parametrize("kind", UNREAD)
def test_what_is_no_prose_is_refused_and_can_be_read_if_it_is(tmp_path, kind):
    name, content, what, form = UNREAD[kind]
    with pytest.raises(TopographError, match=what):
        read(tmp_path, name, content)
    if form is not None:
        assert read(tmp_path, name, content, format=form)[0]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_prose_about_programs_is_prose(tmp_path, gap):
    answers = (
        "I like Python; `import pandas` and off you go.",
        "def is fine, but class Foo(Bar): confuses me.",
        "We SELECT * FROM t; every day (and more).",
        "for (i = 0; i < n; i++) loops are old {sadly}.",
        "No opinion;",
    )
    found, reports = read(tmp_path, "a.txt", gap.join(answers * 4) + "\n")
    assert reports[0].format in ("lines", "paragraphs")
    assert len(found) == 20


def test_json_whose_texts_hold_comments_is_json(tmp_path):
    content = '[{"text": "see // there, {a: b}, and [c,]"}]'
    assert read(tmp_path, "a.json", content)[1][0].format == "json"


def test_a_schema_is_refused(tmp_path):
    content = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A", "description": "B c."}'
    with pytest.raises(TopographError, match="JSON schema"):
        read(tmp_path, "a.json", content)


def test_posts_with_elements_of_html_are_no_text_with_tags_of_its_own(tmp_path):
    content = "I like <b>trees</b> and <i>ponds</i>.\nWe <b>do</b> not.\n" * 8
    assert read(tmp_path, "a.txt", content)[1][0].format == "lines"


def test_an_abstract_in_the_head_of_an_empty_page_is_its_text(tmp_path):
    content = "---\ntitle: Eigenvectors\nabstract: We study trees that grow.\nyear: 2015\n---\n"
    ((own,), _) = read(tmp_path, "a.md", content)
    assert (own.title, own.text) == ("Eigenvectors", "We study trees that grow.")
    ((own,), _) = read(tmp_path, "b.md", f"{content}Trees give shade.\n")
    assert own.text == "Trees give shade." and "abstract" in own.metadata


def test_members_of_an_archive_can_be_passed_over(tmp_path):
    import io
    import zipfile

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.png", b"\x89PNG....")
        archive.writestr("t.csv", "title,text\nShade,Trees give shade to streets.\n")
    with pytest.raises(TopographError, match="picture") as refused:
        read(tmp_path, "a.zip", stream.getvalue())
    assert "on_error: skip" in refused.value.fix
    candidates, _ = read(tmp_path, "a.zip", stream.getvalue(), on_error="skip")
    assert [own.reason for own in candidates] == ["unreadable file", ""]


def test_numbers_with_a_remark_among_them_are_no_text(tmp_path):
    import pandas as pd

    remark = "I am a line of words that should not be here in this column at all"
    pd.DataFrame({"id": [remark, 2, 3, 4, 5], "a": ["x", "y", "x", "y", "x"]}).to_excel(
        tmp_path / "a.xlsx", index=False
    )
    with pytest.raises(TopographError, match="no field of texts"):
        read(tmp_path, "a.xlsx", (tmp_path / "a.xlsx").read_bytes())
