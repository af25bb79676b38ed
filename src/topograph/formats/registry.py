"""All input formats, in the order in which a file is held against them.

To add one, write its module and add a line here. The values of `parse.format`, their table in
`config/README.md` and recognition follow.
"""

from __future__ import annotations

from topograph.formats import (
    akomantoso,
    bibtex,
    chats,
    columnar,
    delimited,
    docx,
    epub,
    factiva,
    jats,
    mail,
    messengers,
    newspapers,
    nexis,
    notebook,
    objects,
    odt,
    officetables,
    openiti,
    ovid,
    pdf,
    pubmed,
    rtables,
    rtf,
    sgml,
    statistical,
    subtitles,
    tagged,
    tei,
    text,
    transcripts,
    workbook,
    xmlrecords,
)
from topograph.formats.base import Format

#: Those that are proven by their structure come before those that a file may be as well.
FORMATS: dict[str, Format] = {
    own.name: own
    for own in (
        columnar.FORMAT,
        columnar.ARROW,
        statistical.FORMAT,
        rtables.FORMAT,
        pdf.FORMAT,
        workbook.FORMAT,
        notebook.FORMAT,
        messengers.SLACK,
        messengers.TELEGRAM,
        nexis.FORMAT,
        factiva.FORMAT,
        newspapers.EUROPRESSE,
        newspapers.PROQUEST,
        docx.FORMAT,
        odt.FORMAT,
        rtf.FORMAT,
        epub.FORMAT,
        officetables.XML,
        officetables.HTML,
        objects.JSONL,
        objects.JSON,
        pubmed.FORMAT,
        jats.JATS,
        jats.ELSEVIER,
        tei.FORMAT,
        akomantoso.FORMAT,
        sgml.FORMAT,
        xmlrecords.FORMAT,
        ovid.FORMAT,
        *tagged.FORMATS,
        bibtex.FORMAT,
        mail.FORMAT,
        subtitles.FORMAT,
        chats.FORMAT,
        transcripts.FORMAT,
        openiti.FORMAT,
        text.FILE,
        delimited.TSV,
        delimited.CSV,
        text.PARAGRAPHS,
        text.LINES,
    )
}
