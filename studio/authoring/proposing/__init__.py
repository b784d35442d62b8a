"""People proposed for a town, to be reviewed and accepted: several over chosen axes, one from a
description.
"""
