"""The paper's figures and tables by name, as the pages draw them, for any word space.

Between core and page: calls the views, fills the figures. Knows nothing of streamlit, so that the
command line draws what the app draws.
"""

from zipfviz.gallery.drawings import FIGURES, PAGES, draw
from zipfviz.gallery.request import Drawing, Request, Sheet, named
from zipfviz.gallery.sheets import TABLES, tabulate

__all__ = ["FIGURES", "PAGES", "TABLES", "Drawing", "Request", "Sheet", "draw", "named", "tabulate"]
