"""``python -m rebelote.cli``: the command where it is not on the path."""

import sys

from rebelote.cli import main

sys.exit(main())
