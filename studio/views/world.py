"""Placeholder."""

from studio.components.page import open_page, the_run

open_page("World")
the_run()
