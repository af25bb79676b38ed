"""How often the file of a corpus is opened."""

import subprocess
import sys
from collections import Counter

COUNT = """
import sys
opened = []
sys.addaudithook(lambda event, own: opened.append(own[0]) if event == "open" else None)
from topograph.config import ParseSettings
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import read_corpus
names = sys.argv[1:]
settings = ParseSettings(files=names)
make_documents(read_corpus(names, settings), settings)
print(*(name for name in map(str, opened) if name in names), sep="\\n")
"""


def test_a_small_file_is_opened_once(tmp_path):
    names = []
    for number, ending in enumerate(("txt", "md", "csv", "jsonl")):
        path = tmp_path / f"{number}.{ending}"
        text = f"Some words of a text with the number {number}."
        content = {"csv": f"text,year\n{text},2020\n", "jsonl": f'{{"text": "{text}"}}\n'}
        path.write_text(content.get(ending, f"{text}\n\nAnother paragraph of some more words.\n"))
        names.append(str(path))
    done = subprocess.run(
        [sys.executable, "-c", COUNT, *names], capture_output=True, text=True, check=True
    )
    assert Counter(done.stdout.split()) == dict.fromkeys(names, 1)
