"""Sphinx configuration of the documentation: `python -m sphinx -n -W docs FOLDER`."""

import tomllib
from pathlib import Path

project = "Townwright"
author = "The Townwright developers"
release = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))["project"][
    "version"
]
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
exclude_patterns = ["tutorial.ipynb", "zh"]  # the studio shows the translation
html_theme = "furo"
html_title = f"Townwright {release}"
html_copy_source = False
html_show_sphinx = False
