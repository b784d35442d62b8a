"""Reading a scenario: YAML in, the checked parts or every problem out."""
