"""Opinion: what of somebody's memories, feelings, plans and habits bears on a question that is counted."""
