"""The document of a scenario: its files as one text that forms change by the smallest splices.

- values: `said`, `edited`: what a file says, without where it stands; what it says after an edit
- edits: `SetField`, `Add`, `Remove`, `Move`, `RenameKey`, `AddFile`, `RemoveFile`, `RenamePlace`,
  `RenamePerson`, `RenameFragment`, `RemoveFragment`, `MovePart`, `PutOnMap`, `StateExactly`; `Mend`: several
  of them, for a problem
- apply: `apply`: the files that an edit changes, read again and compared before they count
- meant: `meant_now`: an edit in a file that has changed since it was thought of
- spots: where things stand in a text
- splices: `put`, `add_key`, `add_item`, `remove`, `move`, `rename_key`: one change of one text
- wording: `inline`, `block`: a value as YAML of the house, on one line or on several
- parts/laying: `laid_out`: a point of the map for what has none
- parts/moving: `moved_part`, `goals`, `second`: a part of the world elsewhere, and one more like it
- parts/referring: `referring`: what would miss a part of the world
- sharing: `renamed_fragment`, `without_fragment`, `written_out`: what people share, by name and by itself
- renaming: `renamed_place`, `renamed_person`: a name, and all that refers to it in every file
"""
