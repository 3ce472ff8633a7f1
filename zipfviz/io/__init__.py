"""Read embeddings, frequency lists and benchmarks from bytes, files, archives and addresses.

From top to bottom, each importing only what stands below it:

- `load`: by name, address or path, what everyone calls
- `catalogue`, `fetch`: what is here by name, and what can be brought here
- `verdicts`: the same for what visitors bring, found out once and noted
- `classify`: what a file is good for, and which columns it has
- `vectors`, `pairs`, `counts`: an opened file to an embedding, a benchmark, a frequency list
- `tables`: the dialect, header and columns of a table, whatever it holds
- `records`: what readers return; `store`, `folders`: where things lie
- `files`: bytes, opened once
"""
