"""Makes small documents as word processors do, for the tests of their formats."""

import io
import zipfile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
ODF = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{own}:1.0"'
    for short, own in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("meta", "meta"),
    )
)


def zipped(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def word_paragraph(text, style=""):
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{named}<w:r><w:t>{text}</w:t></w:r></w:p>"


def make_docx(body, about="", main="word/document.xml", **parts):
    """A Word document of paragraphs (texts) or of XML."""
    if isinstance(body, list):
        body = "".join(map(word_paragraph, body))
    members = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships><Relationship Type="x/officeDocument" Target="/{main}"/>'
        "</Relationships>",
        main: f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "docProps/core.xml": f"<cp:coreProperties xmlns:cp='x' {DC}>{about}</cp:coreProperties>",
    }
    for name, content in parts.items():
        members[f"word/{name}.xml"] = f"<w:{name} {W}>{content}</w:{name}>"
    return zipped(members)


def make_odt(body, about="", **members):
    if isinstance(body, list):
        body = "".join(f"<text:p>{text}</text:p>" for text in body)
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": f"<office:document-content {ODF}><office:body><office:text>{body}"
            "</office:text></office:body></office:document-content>",
            "meta.xml": f"<office:document-meta {ODF} {DC}>{about}</office:document-meta>",
        }
        | members
    )


def make_epub(chapters, about="", **members):
    items = "".join(f'<item id="c{n}" href="c%20{n}.xhtml"/>' for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in (*range(len(chapters)), "nav"))
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/a.opf"/>'
            "</rootfiles></container>",
            "OPS/a.opf": f"<package {DC}><metadata>{about}</metadata><manifest>{items}"
            '<item id="cnav" href="nav.xhtml" properties="nav"/></manifest>'
            f"<spine>{spine}</spine></package>",
            "OPS/nav.xhtml": "<html><body><p>Contents of it</p></body></html>",
        }
        | {f"OPS/c {n}.xhtml": text for n, text in enumerate(chapters)}
        | members
    )
