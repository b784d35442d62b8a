"""The kinds of intentions and events, their titles and field labels, and the form for a whisper."""
