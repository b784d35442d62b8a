"""What other programs wrote: read within bounds, and told of before anything of it is stored."""
