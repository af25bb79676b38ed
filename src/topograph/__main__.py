"""`python -m topograph`."""

import sys

from topograph.cli import main

sys.exit(main())
