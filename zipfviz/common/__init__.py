"""What every room stands on: errors, number words, threads, markdown, references."""
