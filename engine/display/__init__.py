"""How what the API returns is shown where one looks at values: as rows, as a data frame, as HTML."""
