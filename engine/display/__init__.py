"""Display of the API's results: as rows, as a data frame, as HTML."""
