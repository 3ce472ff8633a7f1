"""The parts of each page, in a folder of the page's name."""
