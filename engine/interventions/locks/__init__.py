"""What an author locks against whatever is lived anew: a block of a plan, a line, a tie."""
