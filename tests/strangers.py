"""A folder of somebody's, with files in it that bear the names of what Townwright imports."""

from __future__ import annotations

NAMES = ("engine", "studio", "json", "streamlit", "sqlite3", "yaml", "sitecustomize", "usercustomize")
STRANGER = "import os; open(os.environ['CAUGHT'], 'a').write(__name__ + '\\n')\n"


def strangers_in(folder):
    """Lay into a folder what we import, by our names and others', as modules and as packages."""
    for name in NAMES:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(STRANGER)
        (folder / f"{name}.py").write_text(STRANGER)
    return folder
