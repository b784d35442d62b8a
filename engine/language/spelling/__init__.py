"""How people write who write as they speak, or in haste, put into the spelling that is read."""
