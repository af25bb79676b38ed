"""Nexis, Factiva, Europresse and ProQuest as they deliver: one document an article."""

# ruff: noqa: E501

import pytest
from office_files import make_docx
from parse_files import read, shown

from topograph.errors import TopographError

TREES = "The council will plant forty trees on the market square before the summer, the mayor said."
SHOPS = "Shop owners fear for their parking places and ask for a vote."
BUSES = "Fares on all bus lines of the county go up by a tenth from next month on."


def as_rtf(lines):
    return r"{\rtf1\ansi " + r"\par ".join(line.replace("\n", r"\line ") for line in lines) + "}"


OLD_TEXT = f"""
Download Request: All Documents: 1-2
Time Of Request: Saturday, July 11, 2015


                               1 of 2 DOCUMENTS


     Copyright 2015 The Town Paper, LLC
                              All Rights Reserved

                              The Town Paper

                             July 1, 2015 Wednesday
                                 Met 2 Edition

Trees for the market square

BYLINE: By A. Doe

SECTION: LOCAL; Pg. A01

LENGTH: 30 words

{TREES[:41]}
{TREES[42:]}

WASHINGTON: {SHOPS}

LOAD-DATE: July 2, 2015

LANGUAGE: ENGLISH

SUBJECT: TREES (90%); TOWNS (80%)

PUBLICATION-TYPE: Newspaper


                       Copyright 2015 The Town Paper
                              All Rights Reserved

                               2 of 2 DOCUMENTS


                              The Town Paper

                             July 2, 2015 Thursday

LENGTH: 18 words

HEADLINE: Bus fares go up;
A tenth more

BODY:

{BUSES}

LOAD-DATE: July 3, 2015
"""
OLD_LINES = [
    "1 of 2 DOCUMENTS", "Copyright 2015 The Town Paper, LLC\nAll Rights Reserved", "The Town Paper",
    "July 1, 2015 Wednesday\nMet 2 Edition", "Trees for the market square", "BYLINE: By A. Doe",
    "SECTION: LOCAL; Pg. A01", "LENGTH: 30 words", TREES, f"WASHINGTON: {SHOPS}", "LANGUAGE: ENGLISH",
    "SUBJECT: TREES (90%); TOWNS (80%)", "PUBLICATION-TYPE: Newspaper", "LOAD-DATE: July 2, 2015",
    "Copyright 2015 The Town Paper", "2 of 2 DOCUMENTS", "The Town Paper", "July 2, 2015 Thursday",
    "LENGTH: 18 words", "HEADLINE: Bus fares go up;\nA tenth more", "BODY:", BUSES, "LOAD-DATE: July 3, 2015",
]  # fmt: skip
OLD_HTML = "<HTML><HEAD><STYLE>.c0 {}</STYLE></HEAD><BODY>" + "".join(
    f'<DIV CLASS="c5"><P><SPAN>{line}</SPAN></P></DIV>\n'.replace("\n", "<BR>", line.count("\n"))
    for line in OLD_LINES
) + "</BODY></HTML>"  # fmt: skip
NEW_LINES = [
    "User Name: A", "Date and Time: Friday, July 5, 2019 09:31:00 CEST", "Job Number: 1", "Documents (2)",
    "1. Trees for the market square", "Client/Matter: -None-", "Search Terms: trees",
    "Trees for the market square", "The Town Paper", "July 1, 2015 Wednesday Met 2 Edition",
    "\nCopyright 2015 The Town Paper All Rights Reserved", "Section:\xa0LOCAL; Pg. A01", "Length:\xa030 words",
    "Byline:\xa0By A. Doe", "Body", "ABSTRACT", TREES, "FULL TEXT", f"WASHINGTON: {SHOPS}", "Classification",
    "Language:\xa0ENGLISH", "\nSubject:\xa0TREES (90%); TOWNS (80%)", "\nLoad-Date:\xa0July 2, 2015",
    "\nEnd of Document", "Bus fares go up", "The Town Paper", "July 2, 2015 Thursday", "Length:\xa018 words",
    "Body", BUSES, "\nLoad-Date:\xa0July 3, 2015", "\nEnd of Document",
]  # fmt: skip


def word(lines):
    xml = "".join(
        "<w:p><w:r><w:t xml:space='preserve'>"
        + line.replace("\n", "</w:t><w:br/><w:t>")
        + "</w:t></w:r></w:p>"
        for line in lines
    )
    return make_docx(xml)


NEXIS = {
    "older text": ("a.txt", OLD_TEXT),
    "older HTML": ("a.html", OLD_HTML),
    "older Rich Text": ("a.rtf", as_rtf(OLD_LINES)),
    "older Rich Text named .doc": ("a.DOC", as_rtf(OLD_LINES)),
    "newer Word": ("a.DOCX", word(NEW_LINES)),
    "newer Rich Text": ("a.rtf", as_rtf([line.replace("\xa0", r"\~") for line in NEW_LINES])),
}


@pytest.mark.parametrize("kind", NEXIS)
def test_nexis_gives_articles_without_boilerplate(tmp_path, kind):
    name, content = NEXIS[kind]
    candidates, reports = read(tmp_path, name, content)
    assert reports[0].format == "nexis"
    first, second = candidates
    assert shown([first]) == [
        (f"{TREES}\nWASHINGTON: {SHOPS}", "Trees for the market square", "", "2015-07-01", "day")
    ]
    assert (second.text, str(second.date)[:10]) == (BUSES, "2015-07-02")
    assert second.title.startswith("Bus fares go up")
    about = first.metadata
    assert (about["source"], about["section"]) == ("The Town Paper", "LOCAL; Pg. A01")
    assert (about["author"], about["edition"]) == ("By A. Doe", "Met 2 Edition")
    assert about["subjects"] == "TREES (90%); TOWNS (80%)"
    assert not {"length", "load-date", "copyright"} & set(about)


GERMAN = [
    "1 of 1 DOCUMENT", "Der Stadtbote", "Dienstag 7. Juli 2020", "Bäume für den Markt", "AUTOR: A. Doe",
    "RUBRIK: LOKALES; S. 6", "L&Auml;NGE: 75 Wörter", "HIGHLIGHT: Vierzig Bäume kommen.",
    "Der Rat will vor dem Sommer vierzig Bäume auf den Markt pflanzen.", "UPDATE: 8. Juli 2020",
    "SPRACHE: GERMAN; DEUTSCH", "PUBLICATION-TYPE: Zeitung", "ZEITUNGS-CODE: sb", "Copyright 2020 Stadtbote", "Alle Rechte vorbehalten",
]  # fmt: skip


def test_nexis_in_another_language(tmp_path):
    content = "<html><body>" + "".join(f"<p>{line}</p>" for line in GERMAN) + "</body></html>"
    (own,), reports = read(tmp_path, "a.html", content)
    assert reports[0].format == "nexis"
    assert own.text == "Der Rat will vor dem Sommer vierzig Bäume auf den Markt pflanzen."
    assert (own.title, str(own.date)[:10]) == ("Bäume für den Markt", "2020-07-07")
    assert own.metadata["publication type"] == "Zeitung"


def test_nexis_lines_of_rights_behind_a_text_are_no_text(tmp_path):
    long = "Copyright is what the council debated. " + "It came to no end of it. " * 5
    body = [TREES, long.strip(), "Copyright 2015 The Town Paper", "All Rights Reserved"]
    lines = ["Trees", "The Town Paper", "July 1, 2015", "Length: 30 words", "Body", *body]
    content = word([*lines, "Load-Date: July 2, 2015", "End of Document"])
    (own,), reports = read(tmp_path, "a.docx", content)
    assert reports[0].format == "nexis"
    assert own.text == f"{TREES}\n{long.strip()}"


def test_prose_that_counts_documents_is_prose(tmp_path):
    content = f"1 of 2 DOCUMENTS\n\n{TREES}\n\n{SHOPS}\n"
    _, reports = read(tmp_path, "a.txt", content)
    assert reports[0].format == "paragraphs"


def factiva_page(articles):
    return f"<html><head><title>Factiva</title><script>{'x' * 70_000}</script></head><body><h1>Factiva</h1>{articles}<div class='footer'>© 2021 Factiva</div></body></html>"


FACTIVA_LINES = factiva_page(
    "".join(
        f'<div id="article-{number}" class="article"><div class="article deArticle"><p><div>Lokales</div><div id="hd"><span class="deHeadline">{title}</span></div><div class="author">A. Doe</div>'
        f"<div>30 Wörter</div><div>9 Januar 1993</div><div>The Town Paper</div><div>TOWN</div><div>18</div><div>Deutsch</div><div>(c) 1993 Town</div></p>"
        f'<p class="articleParagraph dearticleParagraph">{text}</p><p>Publisher of it</p><p>Dokument {number}</p></div></div>'
        for title, text, number in (
            ("Trees for the market", TREES, "TOWN000020010926du4i003v3"),
            ("Bus fares go up", BUSES, "TOWN000020010927du5900a1e"),
        )
    )
)


def rows(*pairs):
    return "".join(
        f"<tr><td class='index'><b>{tag}</b>&nbsp;</td><td>{value}</td></tr>"
        for tag, value in pairs
    )


TAGGED = [
    [("SE", "Lokales"), ("HD", "Trees for the market"), ("BY", "A. Doe"), ("WC", "30 words"), ("PD", "9 January 1993"), ("ET", "15:32"), ("SN", "The Town Paper"), ("SC", "TOWN"), ("LA", "English"), ("CY", "(c) 1993"), ("LP", TREES), ("TD", SHOPS), ("NS", "gtree : Trees"), ("AN", "Document TOWN000020010926du4i003v3")],
    [("HD", "Bus fares go up"), ("PD", "9 January 1993"), ("SN", "The Town Paper"), ("TD", BUSES), ("AN", "Document TOWN000020010927du5900a1e")],
]  # fmt: skip
FACTIVA_ROWS = factiva_page(
    "".join(f'<div class="article enArticle"><table>{rows(*own)}</table></div>' for own in TAGGED)
)
FACTIVA_TEXT = "\n".join(f"{tag}\n{value}\n" for own in TAGGED for tag, value in own)
FACTIVA_RTF = (
    r"{\rtf1\ansi "
    + "".join(rf"\trowd {tag}\cell {value}\cell\row " for own in TAGGED for tag, value in own)
    + "}"
)
FACTIVA_XML = "<PPSResponse><ppsarticleResultSet>" + "".join(
    f"<ppsarticle><article><accessionNo>{number}</accessionNo><headline><paragraph><hlt>{title}</hlt></paragraph></headline><byline>A. Doe</byline><leadParagraph><paragraph>{text}</paragraph></leadParagraph>"
    f"<publicationDate><date>1993-01-09</date></publicationDate><sourceName>The Town Paper</sourceName><region><name>Town</name></region><region><name>County</name></region><tailParagraphs>{more}</tailParagraphs></article></ppsarticle>"
    for title, text, more, number in (("Trees for the market", TREES, f"<paragraph>{SHOPS}</paragraph>", "TOWN000020010926du4i003v3"), ("Bus fares go up", BUSES, "", "TOWN000020010927du5900a1e"))
) + "</ppsarticleResultSet></PPSResponse>"  # fmt: skip
FACTIVA = {
    "page": ("a.html", FACTIVA_LINES, TREES),
    "page with tags": ("a.html", FACTIVA_ROWS, f"{TREES}\n{SHOPS}"),
    "text with tags": ("a.txt", FACTIVA_TEXT, f"{TREES}\n{SHOPS}"),
    "Rich Text with tags": ("a.rtf", FACTIVA_RTF, f"{TREES}\n{SHOPS}"),
    "XML": ("a.xml", FACTIVA_XML, f"{TREES}\n{SHOPS}"),
}


@pytest.mark.parametrize("kind", FACTIVA)
def test_factiva_gives_articles_without_boilerplate(tmp_path, kind):
    name, content, text = FACTIVA[kind]
    candidates, reports = read(tmp_path, name, content)
    assert reports[0].format == "factiva"
    first, second = candidates
    assert shown([first]) == [
        (text, "Trees for the market", "TOWN000020010926du4i003v3", "1993-01-09", "day")
    ]
    assert (second.text, second.title) == (BUSES, "Bus fares go up")
    assert (first.metadata["source"], first.metadata["author"]) == ("The Town Paper", "A. Doe")
    assert "lead" not in first.metadata


def test_factiva_without_tags_in_rich_text(tmp_path):
    lines = ["Lokales", "Trees for the market square", "30 words", "9 January 1993", "The Town Paper", "TOWN", "English", "(c) 1993 Town", TREES, "Document TOWN000020010926du4i003v3"] * 2  # fmt: skip
    candidates, reports = read(tmp_path, "a.rtf", as_rtf(lines))
    assert reports[0].format == "factiva"
    assert [(own.text, own.title) for own in candidates] == [
        (TREES, "Trees for the market square")
    ] * 2
    assert candidates[0].metadata["source"] == "The Town Paper"


EUROPRESSE = {
    "newer": "<!DOCTYPE html><html><body>"
    + "".join(
        f'<article><header><div><span class="DocPublicationName">Le Journal </span></div><div><span class="DocHeader">Politique, mardi 14 mars 2006, p. 16</span></div><div class="titreArticle"><p class="titreArticleVisu">{title}</p></div><div>A. Doe</div></header>'
        f'<section><div class="DocText"><div class="docOcurrContainer"><p>{text}</p></div></div></section><aside><b>Note(s) :</b></aside><footer><small>© 2006 Journal. Tous droits réservés.</small><p>Numéro de document : news·2006·{n}</p></footer></article>'
        for n, (title, text) in enumerate((("Des arbres", TREES), ("Des bus", BUSES)))
    )
    + "</body></html>",
    "older": "<html><body>"
    + "".join(
        f'<table><tr><td><span class="DocPublicationName">Le Journal</span><br><span class="DocHeader">Politique, </span><span class="DocHeader">mardi </span><span class="DocHeader">14 mars 2006</span><br><br><span class="TitreArticleVisu">{title}</span><br><br>A. Doe<br><p></p>{text}<p></p><b>© 2006 Journal. Tous droits réservés.</b><p></p>Numéro de document : news·2006·{n}<br><table><tr><td>Ce certificat est émis à X</td></tr></table></td></tr></table>'
        for n, (title, text) in enumerate((("Des arbres", TREES), ("Des bus", BUSES)))
    )
    + "</body></html>",
}


@pytest.mark.parametrize("kind", EUROPRESSE)
def test_europresse_gives_articles(tmp_path, kind):
    candidates, reports = read(tmp_path, "a.html", EUROPRESSE[kind])
    assert reports[0].format == "europresse"
    assert shown(candidates) == [
        (TREES, "Des arbres", "news·2006·0", "2006-03-14", "day"),
        (BUSES, "Des bus", "news·2006·1", "2006-03-14", "day"),
    ]
    about = candidates[0].metadata
    assert (about["source"], about["section"], about["author"]) == (
        "Le Journal",
        "Politique",
        "A. Doe",
    )


RULE = "_" * 60
PROQUEST = f"{RULE}\n\nReport Information from ProQuest\nDecember 08 2015\n{RULE}\n\nTable of contents\n\n1. Trees\n\n{RULE}\n\n" + "".join(
    f"Document {n} of 2\n\n{title}\n\nAuthor: Doe, A.\n\nhttp://x/{n}\n\nAbstract: In short.\n\nLinks: http://y\n\nhttp://y\n\nFull text: {text}\n\nNote: {SHOPS}\n\nCopyright: (c) Town 2014\n\nPublication title: The Town Paper\n\nPublication date: Mar 14, 2014\n\nProQuest document ID: {n}\n\nTitle: {title}\n\n{RULE}\n\n"
    for n, title, text in ((1, "Trees for the market", TREES), (2, "Bus fares go up", BUSES))
)  # fmt: skip


def test_proquest_gives_the_full_text_else_the_abstract(tmp_path):
    candidates, reports = read(tmp_path, "a.txt", PROQUEST)
    assert reports[0].format == "proquest"
    assert shown(candidates)[0] == (
        f"{TREES}\nNote: {SHOPS}",
        "Trees for the market",
        "1",
        "2014-03-14",
        "day",
    )
    assert candidates[1].metadata["source"] == "The Town Paper"
    short = PROQUEST.replace("Full text: ", "Credit: ")
    candidates, _ = read(tmp_path, "b.txt", short)
    assert [own.text for own in candidates] == ["In short."] * 2


def test_a_list_of_results_is_no_delivery_of_articles(tmp_path):
    with pytest.raises(TopographError, match="full documents"):
        read(tmp_path, "a.txt", "Nothing of it.\n", format="nexis")
