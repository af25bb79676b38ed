"""Types of options that several commands have."""

from __future__ import annotations

import argparse


def threads(text: str) -> int:
    """A number of processor cores."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)
