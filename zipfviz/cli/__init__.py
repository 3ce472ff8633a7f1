"""The `zipfviz` command."""
