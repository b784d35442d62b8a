"""`python -m engine.cli` is the `townwright` command."""

import sys

from engine.cli import main

sys.exit(main())
