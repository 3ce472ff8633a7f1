"""Score methods on tasks: tokens, similarities, tables, uncertainty, attribution."""
