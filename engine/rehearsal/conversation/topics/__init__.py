"""What people talk about, one topic a file."""
