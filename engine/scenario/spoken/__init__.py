"""Stories and tables of lines that other programs wrote (Twee, Yarn, CSV): their speakers as people."""
