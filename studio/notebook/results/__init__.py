"""What came of a cell: drawn, and compared with what came of it before."""
