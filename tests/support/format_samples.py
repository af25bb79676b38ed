"""A sample of every input format: file name, content, and the texts and titles it holds."""

# ruff: noqa: E501

import io
import tempfile
from dataclasses import dataclass

import openpyxl
import pandas as pd
import pypdf
import pyreadstat
import rdata
from office_files import make_docx, make_epub, make_odt

GRAPHS = "We study graphs that change."
TREES = "We study trees that grow."


@dataclass(frozen=True)
class Sample:
    """A small file, and what its records should be.

    Attributes
    ----------
    name : str
        Ends as such files usually do.
    content : bytes or str
    records : tuple of (str, str)
        Text and title of each record.
    neutral : bool
        Whether the format is recognised under a name without its usual ending, too.
    """

    name: str
    content: bytes | str
    records: tuple[tuple[str, str], ...]
    neutral: bool = True


def _parquet() -> bytes:
    stream = io.BytesIO()
    pd.DataFrame({"text": [GRAPHS], "title": ["On graphs"]}).to_parquet(stream)
    return stream.getvalue()


def _arrow() -> bytes:
    stream = io.BytesIO()
    pd.DataFrame({"text": [GRAPHS], "title": ["On graphs"]}).to_feather(stream)
    return stream.getvalue()


def _statistical() -> bytes:
    frame = pd.DataFrame({"text": [GRAPHS], "title": ["On graphs"]})
    with tempfile.NamedTemporaryFile(suffix=".sav") as file:
        pyreadstat.write_sav(frame, file.name)
        return file.read()


def _r_table() -> bytes:
    frame = pd.DataFrame({"text": [GRAPHS], "title": ["On graphs"]}, dtype="string[python]")
    with tempfile.NamedTemporaryFile(suffix=".rds") as file:
        rdata.write_rds(file.name, frame)
        return file.read()


def _workbook() -> bytes:
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (("Title", "Abstract"), ("On graphs", GRAPHS)):
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


def make_pdf(text: str, password: str = "") -> bytes:
    """A one-page PDF, written by hand."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    body += (
        f"xref\n0 6\n0000000000 65535 f \n{table}trailer << /Size 6 /Root 1 0 R >>\n"
        f"startxref\n{len(body)}\n%%EOF\n"
    )
    if not password:
        return body.encode()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(body.encode()))
    writer.encrypt(password, algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


TITLED = "<dc:title>On graphs</dc:title>"
ONE = ((GRAPHS, "On graphs"),)
TWO = (*ONE, (TREES, "On trees"))
SAMPLES: dict[str, Sample] = {
    "parquet": Sample("a.parquet", _parquet(), ONE),
    "arrow": Sample("a.feather", _arrow(), ONE),
    "statistical": Sample("a.sav", _statistical(), ONE),
    "r": Sample("a.rds", _r_table(), ONE),
    "pdf": Sample("a.pdf", make_pdf(GRAPHS), ((GRAPHS, ""),)),
    "nexis": Sample(
        "a.html",
        "<html>"
        + "".join(
            f"<p>{line}</p>"
            for line in (
                "1 of 1 DOCUMENT",
                "The Paper",
                "May 5, 2001",
                "On graphs",
                "LENGTH: 5 words",
            )
        )
        + f"<p>{GRAPHS}</p><p>LOAD-DATE: May 6, 2001</p></html>",
        ONE,
    ),
    "factiva": Sample(
        "a.txt",
        f"HD\nOn graphs\n\nPD\n5 May 2001\n\nSN\nThe Paper\n\nTD\n{GRAPHS}\n\nAN\nDocument P1\n",
        ONE,
    ),
    "europresse": Sample(
        "a.html",
        "<html><body><article><span class='DocPublicationName'>P</span>"
        f"<p class='titreArticleVisu'>On graphs</p><section>{GRAPHS}</section></article></body></html>",
        ONE,
    ),
    "proquest": Sample(
        "a.txt",
        f"{'_' * 60}\n\nOn graphs\n\nFull text: {GRAPHS}\n\nProQuest document ID: 1\n",
        ONE,
    ),
    "docx": Sample("a.docx", make_docx([GRAPHS], TITLED), ONE),
    "odt": Sample("a.odt", make_odt([GRAPHS], TITLED), ONE),
    "rtf": Sample(
        "a.rtf", rf"{{\rtf1\ansi{{\info{{\title On graphs}}}} {GRAPHS[:9]}\b {GRAPHS[9:]}\b0}}", ONE
    ),
    "epub": Sample("a.epub", make_epub([f"<html><p>{GRAPHS}</p></html>"], TITLED), ONE),
    "excel": Sample("a.xlsx", _workbook(), ONE),
    "excelxml": Sample(
        "a.xls",
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'
        '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
        'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="s"><Table>'
        '<Row><Cell><Data ss:Type="String">Title</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Abstract</Data></Cell></Row>'
        f'<Row><Cell><Data ss:Type="String">On graphs</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">{GRAPHS}</Data></Cell></Row>'
        "</Table></Worksheet></Workbook>",
        ONE,
    ),
    "excelhtml": Sample(
        "a.xls",
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><th>Title<th>Abstract</tr>'
        f"<tr><td>On graphs</td><td>{GRAPHS}</td></tr></table></body></html>",
        ONE,
    ),
    "jsonl": Sample(
        "a.jsonl",
        f'{{"text": "{GRAPHS}", "title": "On graphs"}}\n{{"text": "{TREES}", "title": "On trees"}}\n',
        TWO,
    ),
    "json": Sample("a.json", f'[{{"text": "{GRAPHS}", "title": "On graphs"}}]', ONE),
    "pubmed": Sample(
        "a.xml",
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>"
        f"<ArticleTitle>On graphs</ArticleTitle><Abstract><AbstractText>{GRAPHS}</AbstractText>"
        "</Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
        ONE,
    ),
    "jats": Sample(
        "a.nxml",
        "<article><front><article-meta><article-title>On graphs</article-title>"
        f"<abstract><p>{GRAPHS}</p></abstract></article-meta></front></article>",
        ONE,
    ),
    "elsevier": Sample(
        "a.xml",
        "<full-text-retrieval-response><coredata><dc:title>On graphs</dc:title>"
        f"<dc:description>{GRAPHS}</dc:description></coredata></full-text-retrieval-response>",
        ONE,
    ),
    "tei": Sample(
        "a.xml",
        "<TEI><teiHeader><titleStmt><title>On graphs</title></titleStmt></teiHeader>"
        f"<text><body><p>{GRAPHS}</p></body></text></TEI>",
        ONE,
    ),
    "akomantoso": Sample(
        "a.xml",
        "<akomaNtoso><debate><meta><FRBRname value='On graphs'/></meta><debateBody>"
        f"<speech by='#a'><from>Ann</from><p>{GRAPHS}</p></speech></debateBody></debate></akomaNtoso>",
        ONE,
    ),
    "transcript": Sample(
        "a.txt",
        f"[00:01] **Ann**: {GRAPHS}\n[00:07] **Ben**: {TREES}\n"
        f"[00:11] **Ann**: {GRAPHS}\n[00:19] **Ben**: {TREES}\n",
        ((GRAPHS, ""), (TREES, "")) * 2,
    ),
    "sgml": Sample(
        "a.sgm",
        f"<DOC>\n<DOCNO>1</DOCNO>\n<TITLE>On graphs</TITLE>\n<TEXT>{GRAPHS}</TEXT>\n</DOC>\n"
        f"<DOC>\n<DOCNO>2</DOCNO>\n<TITLE>On trees</TITLE>\n<TEXT>{TREES}</TEXT>\n</DOC>\n",
        TWO,
    ),
    "xml": Sample(
        "a.xml",
        f"<papers><paper><title>On graphs</title><abstract>{GRAPHS}</abstract></paper>"
        f"<paper><title>On trees</title><abstract>{TREES}</abstract></paper></papers>",
        TWO,
    ),
    "ovid": Sample(
        "a.txt",
        f"<1>\nTitle\n  On graphs\nAbstract\n  {GRAPHS}\n\n<2>\nTitle\n  On trees\nAbstract\n  {TREES}\n",
        TWO,
    ),
    "medline": Sample("a.nbib", f"PMID- 1\nTI  - On graphs\nAB  - {GRAPHS}\n", ONE),
    "endnote": Sample("a.enw", f"%0 Journal Article\n%T On graphs\n%X {GRAPHS}\n", ONE),
    "cochrane": Sample("a.txt", f"Record #1 of 1\nID: CN-1\nTI: On graphs\nAB: {GRAPHS}\n", ONE),
    "wos": Sample(
        "a.txt", f"FN Clarivate\nVR 1.0\nPT J\nTI On graphs\nAB {GRAPHS}\nER\n\nEF\n", ONE
    ),
    "ris": Sample("a.ris", f"TY  - JOUR\nTI  - On graphs\nAB  - {GRAPHS}\nER  - \n", ONE),
    "bibtex": Sample("a.bib", f"@article{{a, title={{On graphs}}, abstract={{{GRAPHS}}}}}\n", ONE),
    "mail": Sample(
        "a.mbox",
        "From a@example.org Mon Jan  2 10:00:00 2023\nFrom: A <a@example.org>\n"
        "Subject: On graphs\nDate: Mon, 2 Jan 2023 10:00:00 +0000\nMessage-ID: <1@example.org>\n"
        f"\n{GRAPHS}\n\nFrom b@example.org Mon Jan  2 11:00:00 2023\nFrom: B <b@example.org>\n"
        f"Subject: On trees\nMessage-ID: <2@example.org>\n\n{TREES}\n",
        TWO,
    ),
    "subtitles": Sample(
        "a.vtt",
        "WEBVTT\n\n00:01.000 --> 00:02.000\nWe study graphs\n\n00:02.000 --> 00:03.000\nthat change.\n",
        (("We study graphs\nthat change.", ""),),
    ),
    "chat": Sample(
        "_chat.txt",
        f"[02.01.23, 10:00:00] Ann: {GRAPHS}\n[03.01.23, 10:00:00] Bob: {TREES}\n"
        f"[13.01.23, 10:00:00] Ann: {GRAPHS}\n",
        ((GRAPHS, ""), (TREES, ""), (GRAPHS, "")),
    ),
    "bundestag": Sample(
        "a.xml",
        f"<dbtplenarprotokoll><rede id='ID1'><p klasse='redner'><redner id='1'/></p><p klasse='J'>{GRAPHS}</p></rede></dbtplenarprotokoll>",
        ((GRAPHS, ""),),
    ),
    "openiti": Sample(
        "a.txt",
        f"######OpenITI#\n#META# 020.BookTITLE\t:: On graphs\n#META#Header#End#\n# {GRAPHS}\n",
        ONE,
    ),
    "kikuzo": Sample(
        "a.html",
        f'<html><table class="topic-detail"><tr><td><span class="font002">On graphs</span><div class="detail001">{GRAPHS}</div></td></tr></table></html>',
        ONE,
    ),
    "yomidasu": Sample(
        "a.html",
        f'<html><div id="heiseiDetailArea"><table class="contentsTable"><tr><th>1</th><th>2018.01.07</th><th>On graphs</th></tr></table></div><div><p class="mb10">{GRAPHS}</p></div></html>',
        ONE,
    ),
    "integrum": Sample(
        "a.html",
        f"<html><table><tr><td>^ЗГ:\nOn graphs\n</td></tr></table><pre>{GRAPHS}</pre></html>",
        ONE,
    ),
    "notebook": Sample(
        "a.ipynb",
        '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# On graphs\\n", "\\n", '
        f'"{GRAPHS}"]}}, {{"cell_type": "code", "source": "x = 1"}}], "nbformat": 4}}',
        ONE,
    ),
    "slack": Sample(
        "2023-01-02.json",
        f'[{{"type": "message", "ts": "1672653600.000100", "user": "U1", "text": "{GRAPHS}"}}]',
        ((GRAPHS, ""),),
    ),
    "telegram": Sample(
        "result.json",
        '{"name": "Group", "type": "private_group", "id": 7, "messages": [{"id": 1, '
        '"type": "message", "date": "2023-01-02T10:00:00", "date_unixtime": "1672653600", '
        f'"from": "Ann", "from_id": "user1", "text": "{GRAPHS}", "text_entities": []}}]}}',
        ((GRAPHS, ""),),
    ),
    "file": Sample("a.html", f"<html><title>On graphs</title><p>{GRAPHS}</p></html>", ONE),
    "tsv": Sample("a.tsv", f"title\ttext\nOn graphs\t{GRAPHS}\n", ONE, neutral=False),
    "csv": Sample("a.csv", f"title,text\nOn graphs,{GRAPHS}\nOn trees,{TREES}\n", TWO),
    "paragraphs": Sample("a.txt", f"{GRAPHS}\n\n{TREES}\n", ((GRAPHS, ""), (TREES, ""))),
    "lines": Sample("a.txt", f"{GRAPHS}\n{TREES}\n", ((GRAPHS, ""), (TREES, ""))),
}
