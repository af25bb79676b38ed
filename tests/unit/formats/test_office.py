"""Word, OpenDocument, Rich Text and e-books: one document per file, and what its text is."""

# ruff: noqa: E501

import pytest
from office_files import ODF, make_docx, make_epub, make_odt, word_paragraph, zipped
from parse_files import read, shown

from topograph.errors import TopographError

FIRST = "The council plants forty trees on the market square."
SECOND = "Shop owners fear for their parking places."


def text_of(folder, name, content):
    (candidate,), _ = read(folder, name, content)
    return candidate.text


def test_word_says_title_author_and_date(tmp_path):
    about = "<dc:title>Trees</dc:title><dc:creator>A. Doe</dc:creator><dcterms:created>2021-03-04T10:00:00Z</dcterms:created>"
    (own,), _ = read(tmp_path, "minutes.docx", make_docx(["Trees", FIRST, SECOND], about))
    assert shown([own]) == [
        (f"{FIRST}\n{SECOND}", "Trees", "minutes", "2021-03-04 10:00:00", "second")
    ]
    assert own.metadata["author"] == "A. Doe"


@pytest.mark.parametrize(
    "title", ["Microsoft Word - plan.doc", "Document1", "Untitled", ".", "plan.docx"]
)
def test_a_title_that_a_program_wrote_is_none(tmp_path, title):
    (own,), _ = read(tmp_path, "a.docx", make_docx([FIRST], f"<dc:title>{title}</dc:title>"))
    assert own.title == ""


def test_the_style_of_a_title_is_known_by_its_english_name(tmp_path):
    body = word_paragraph("Protokoll", "Titel") + word_paragraph(FIRST)
    styles = '<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    (own,), _ = read(tmp_path, "a.docx", make_docx(body, styles=styles))
    assert (own.title, own.text) == ("Protokoll", FIRST)


WORD = {
    "deleted": (
        "<w:p><w:r><w:t>We keep </w:t></w:r><w:del><w:r><w:delText>old </w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>new words.</w:t></w:r></w:ins></w:p>",
        "We keep new words.",
    ),
    "moved": (
        "<w:p><w:moveFrom><w:r><w:t>Once only.</w:t></w:r></w:moveFrom></w:p>"
        "<w:p><w:moveTo><w:r><w:t>Once only.</w:t></w:r></w:moveTo></w:p>",
        "Once only.",
    ),
    "hidden": (
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Unseen </w:t></w:r><w:r><w:t>Seen.</w:t></w:r>"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> Seen, too.</w:t></w:r></w:p>',
        "Seen. Seen, too.",
    ),
    "table": (
        f"<w:tbl><w:tr><w:tc>{word_paragraph('One')}</w:tc><w:tc>{word_paragraph('Two')}</w:tc></w:tr>"
        f"<w:tr><w:tc>{word_paragraph('Long.')}{word_paragraph('Longer.')}</w:tc></w:tr></w:tbl>",
        "One\tTwo\nLong.\nLonger.",
    ),
    "text box, which is there twice": (
        "<w:p><w:r><w:t>Around it.</w:t></w:r><w:r><mc:AlternateContent xmlns:mc='m'>"
        f"<mc:Choice><w:txbxContent>{word_paragraph('In the box.')}</w:txbxContent></mc:Choice>"
        f"<mc:Fallback><w:txbxContent>{word_paragraph('In the box.')}</w:txbxContent></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>",
        "In the box.\nAround it.",
    ),
    "breaks, tabs and instructions": (
        '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>One</w:t><w:br/><w:t>two</w:t>'
        "<w:tab/><w:t>three</w:t></w:r><w:r><w:instrText>HYPERLINK x</w:instrText></w:r></w:p>",
        "One\ntwo\tthree",
    ),
    "contents": (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        f"<w:sdtContent>{word_paragraph('Trees 3')}</w:sdtContent></w:sdt>{word_paragraph('The text.')}",
        "The text.",
    ),
    "a form's block": (
        f"<w:sdt><w:sdtContent>{word_paragraph('Kept.')}</w:sdtContent></w:sdt>{word_paragraph('Kept, too.')}",
        "Kept.\nKept, too.",
    ),
}


@pytest.mark.parametrize("kind", WORD)
def test_the_text_of_word_is_what_is_seen(tmp_path, kind):
    body, text = WORD[kind]
    assert text_of(tmp_path, "a.docx", make_docx(body)) == text


def test_notes_come_last_and_page_headers_and_comments_not_at_all(tmp_path):
    notes = f'<w:footnote w:type="separator">{word_paragraph("___")}</w:footnote><w:footnote w:id="1">{word_paragraph("A note.")}</w:footnote>'
    content = make_docx(
        [FIRST],
        footnotes=notes,
        endnotes=f"<w:endnote>{word_paragraph('An end note.')}</w:endnote>",
        header1=word_paragraph("Page header"),
        comments=word_paragraph("A comment"),
    )
    assert text_of(tmp_path, "a.docx", content) == f"{FIRST}\nA note.\nAn end note."


def test_the_main_part_of_word_may_bear_another_name(tmp_path):
    assert text_of(tmp_path, "a.docx", make_docx([FIRST], main="word/document2.xml")) == FIRST


OPEN = {
    "deleted": (
        "<text:tracked-changes><text:deletion><text:p>Gone.</text:p></text:deletion></text:tracked-changes><text:p>There.</text:p>",
        "There.",
    ),
    "note": (
        "<text:p>Trees<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> grow.</text:p><text:p>End.</text:p>",
        "Trees grow.\nEnd.\nA note.",
    ),
    "comment": (
        "<text:p>Trees<office:annotation><text:p>Really?</text:p></office:annotation> grow.</text:p>",
        "Trees grow.",
    ),
    "table": (
        "<table:table><table:table-row><table:table-cell><text:p>One</text:p></table:table-cell>"
        "<table:table-cell><text:p>Two</text:p></table:table-cell></table:table-row></table:table>",
        "One\tTwo",
    ),
    "signs": (
        "<text:p>One<text:line-break/>two<text:tab/>three<text:s/>four\n  five</text:p>",
        "One\ntwo three four five",
    ),
    "contents": (
        "<text:table-of-content><text:p>Trees 3</text:p></text:table-of-content><text:p>Trees.</text:p>",
        "Trees.",
    ),
    "text box": (
        "<text:p>Around.<draw:frame><draw:text-box><text:p>Inside.</text:p></draw:text-box></draw:frame></text:p>",
        "Inside.\nAround.",
    ),
    "list": (
        "<text:list><text:list-item><text:p>One</text:p></text:list-item><text:list-item><text:p>Two</text:p></text:list-item></text:list>",
        "One\nTwo",
    ),
}


@pytest.mark.parametrize("kind", OPEN)
def test_the_text_of_open_document_is_what_is_seen(tmp_path, kind):
    body, text = OPEN[kind]
    assert text_of(tmp_path, "a.odt", make_odt(body)) == text
    flat = f'<office:document {ODF} office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>{body}</office:text></office:body></office:document>'
    assert text_of(tmp_path, "a.fodt", flat) == text


def test_open_document_says_title_author_and_date(tmp_path):
    about = "<dc:title>Trees</dc:title><meta:initial-creator>A. Doe</meta:initial-creator><meta:creation-date>2020-01-02T03:04:05</meta:creation-date>"
    (own,), _ = read(tmp_path, "a.odt", make_odt([FIRST], about))
    assert shown([own]) == [(FIRST, "Trees", "a", "2020-01-02 03:04:05", "second")]
    assert own.metadata["author"] == "A. Doe"


RICH = {
    "deleted and hidden": (
        r"We keep {\deleted old }{\revised new} words{\v  unseen}.",
        "We keep new words.",
    ),
    "note": (r"Trees{\footnote\pard A note.} grow.\par End.", "Trees grow.\nEnd.\nA note."),
    "header and comment": (r"{\header Page}{\*\annotation No.}Trees.", "Trees."),
    "table": (r"\trowd One\cell Two\cell\row", "One\tTwo"),
    "link": (r'{\field{\*\fldinst HYPERLINK "x"}{\fldrslt the link}}', "the link"),
    "list": (r"{\pntext 1.\tab}One\par {\listtext 2.}Two", "One\nTwo"),
    "picture": ("{\\pict\\pngblip 89504e47}{\\pict\\bin4 }{}{}Trees.", "Trees."),
    "signs": (r"\ldblquote A\rdblquote\endash\~\{b\}\line c", "“A”–\xa0{b}\nc"),
    "signs beyond 16 bits": (
        r"Tree \u-10180?\u-8400? and \uc2\u228 ae.\uc0\u246.",
        "Tree 🌰 and ä.ö.",
    ),
    "cyrillic font": (
        r"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f0\'e4 \f1\'e4\plain  b",
        "ä д b",
    ),
    "japanese font": (r"{\fonttbl{\f1\fcharset128 B;}}\f1\'93\'fa\'96\{", "日本"),
    "breaks of the file": ("One\r\n two\\\nthree", "One two\nthree"),
}


@pytest.mark.parametrize("kind", RICH)
def test_the_text_of_rich_text_is_what_is_seen(tmp_path, kind):
    body, text = RICH[kind]
    assert text_of(tmp_path, "a.doc", r"{\rtf1\ansi\ansicpg1252" + "\n" + body + "}") == text


def test_rich_text_says_title_author_and_date(tmp_path):
    info = r"{\info{\title Trees}{\author A. Doe}{\creatim\yr2020\mo1\dy2\hr3}{\revtim\yr2021\mo5\dy6}{\operator B}}"
    styles = r"{\stylesheet{\s15 heading 1;}}"
    (own,), _ = read(tmp_path, "a.rtf", rf"{{\rtf1{styles}{info} {FIRST}}}")
    assert shown([own]) == [(FIRST, "Trees", "a", "2020-01-02", "day")]
    (own,), _ = read(tmp_path, "a.rtf", rf"{{\rtf1{styles}\pard\s15 Trees\par\pard {FIRST}}}")
    assert (own.title, own.text) == ("Trees", FIRST)


def test_a_book_is_one_document_in_reading_order(tmp_path):
    about = "<dc:title>Trees</dc:title><dc:creator>A. Doe</dc:creator><dc:date>2019-05</dc:date><dc:language>en</dc:language>"
    chapters = [
        f"<html><head><title>One</title></head><body><h1>One</h1><p>{FIRST[:20]}\n{FIRST[20:]}</p></body></html>",
        f"<html><body><p>{SECOND}</p></body></html>",
    ]
    (own,), _ = read(tmp_path, "a.epub", make_epub(chapters, about))
    text = f"One\n{FIRST[:20]} {FIRST[20:].strip()}\n{SECOND}"
    assert shown([own]) == [(text, "Trees", "a", "2019-05-01", "month")]
    assert own.metadata["author"] == "A. Doe"


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64)
REFUSED = {
    "old Word": ("a.doc", OLE + "WordDocument".encode("utf-16-le"), "soffice"),
    "password": ("a.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
    "old slides": ("a.ppt", OLE + "PowerPoint Document".encode("utf-16-le"), "PDF"),
    "mail": ("a.msg", OLE + "__properties_version1".encode("utf-16-le"), "eml"),
    "slides": ("a.pptx", zipped({"[Content_Types].xml": "x", "ppt/presentation.xml": "x"}), "PDF"),
    "drawing": ("a.odg", zipped({"mimetype": "application/vnd.oasis.opendocument.graphics", "META-INF/manifest.xml": "x", "content.xml": "x"}), "PDF"),
    "Word's XML": ("a.xml", f"<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument><w:p><w:t>{FIRST}</w:t></w:p><w:binData>x y z</w:binData></w:wordDocument>".encode(), "docx"),
    "flat package": ("a.xml", f"<pkg:package xmlns:pkg='x'><pkg:part><Abstract>{FIRST}</Abstract></pkg:part></pkg:package>".encode(), "docx"),
    "pages": ("a.pages", zipped({"[Content_Types].xml": "", "Index/Document.iwa": "x"}), "docx"),
    "empty": ("a.docx", make_docx([""]), "OCR"),
    "cut off": ("a.docx", make_docx("<w:p>"), "on_error: skip"),
    "encrypted": ("a.odt", make_odt([FIRST], **{"META-INF/manifest.xml": "<encryption-data/>"}), "password"),
    "protected book": ("a.epub", make_epub(["<p>x</p>"], **{"META-INF/encryption.xml": '<x URI="OPS/c%200.xhtml"/>'}), "password"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_with_a_remedy(tmp_path, kind):
    name, content, remedy = REFUSED[kind]
    with pytest.raises(TopographError) as refused:
        read(tmp_path, name, content)
    assert name in refused.value.what
    assert remedy in f"{refused.value.why} {refused.value.fix}"
