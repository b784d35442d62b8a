"""The questions that are asked off the record: the town never learns of them."""
