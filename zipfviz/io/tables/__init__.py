"""Find out the dialect, header and columns of a delimited table."""
