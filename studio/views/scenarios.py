"""Placeholder."""

from studio.components.page import open_page, the_run

open_page("Scenarios")
the_run()
