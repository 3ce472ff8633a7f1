"""Parts of the page Which p?"""
