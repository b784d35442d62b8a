"""Files of other programs: read within limits, and reported on before anything is stored."""
