"""Exports of a workspace, one file each; each describes itself by its `EXPORT`.

A new export is a new file here, or in a folder for the same readers, and changes no other file: API, command
line and studio use what `registry` finds.
"""
