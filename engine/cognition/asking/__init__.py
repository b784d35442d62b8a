"""Questions to an agent off the record: its mind is read and never written to."""
