"""Names that files may have, and that programs take for something else."""

import os
import unicodedata

NAMES = [
    "curly{brace}.csv", "{run}.csv", "br[ack]et.csv", "[!a].csv", "a*.csv", "who?.csv", "it's.csv",
    'a "quoted" name.csv', "two words.csv", "two\nlines.csv", "tab\there.csv", "-dash.csv",
    "--run", "100%.csv", "%s.csv", "$HOME.csv", "back\\slash.csv", "\\", "~", "null",
    "#a;b&c|d.csv", "größe.csv", unicodedata.normalize("NFD", "größe.txt"), "语料.csv", "🎉.csv",
    "a" * 255, " leading.csv", "trailing ", "a..b", "...csv.csv", "\x1b[31mred.csv",
    "\u202egpj.csv", "<script>.csv", "=1+1.csv", "a: b.csv", os.fsdecode(b"caf\xe9.csv"),
]  # fmt: skip
