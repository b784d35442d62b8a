"""Stories and tables of lines from other programs (Twee, Yarn, CSV): their speakers become people."""
