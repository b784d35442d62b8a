"""The document of a scenario: its files as texts that forms change by minimal splices.

- values: `said`, `edited`: the values in a file, without their positions; the values after an edit
- edits: `SetField`, `Add`, `Remove`, `Move`, `RenameKey`, `AddFile`, `RemoveFile`, `RenamePlace`,
  `RenamePerson`, `RenameFragment`, `RemoveFragment`, `MovePart`, `PutOnMap`, `StateExactly`; `Mend`: several
  of them, for a problem
- apply: `apply`: the files that an edit changes, read again and compared before they count
- meant: `meant_now`: an edit in a file that has changed since the edit was chosen
- spots: positions in a text
- splices: `put`, `add_key`, `add_item`, `remove`, `move`, `rename_key`: one change of one text
- wording: `inline`, `block`: a value as YAML in our style, on one line or on several
- parts/laying: `laid_out`: map points for places without one
- parts/moving: `moved_part`, `goals`, `second`: a part of the world moved, or copied
- parts/referring: `referring`: the references to a part of the world
- sharing: `renamed_fragment`, `without_fragment`, `written_out`: what people share, by name and written out
- renaming: `renamed_place`, `renamed_person`: a name, and all references to it in every file
"""
