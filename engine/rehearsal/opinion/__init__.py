"""Opinion: which memories, feelings, plans and habits of an agent bear on a survey question."""
