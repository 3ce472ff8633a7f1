"""The paper's figures and tables by name, as the pages draw them, for any word space.

Between core and page: calls the views, fills the figures. Knows nothing of streamlit, so that the
command line draws what the app draws.
"""

from zipfviz.ui.gallery.drawings import FIGURES, PAGES, draw
from zipfviz.ui.gallery.request import Drawing, Request, Sheet, named
from zipfviz.ui.gallery.sheets import TABLES, tabulate

__all__ = ["FIGURES", "PAGES", "TABLES", "Drawing", "Request", "Sheet", "draw", "named", "tabulate"]
