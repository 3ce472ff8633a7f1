"""The paper's figures and tables by name, as the pages draw them, for any word space.

Between core and page: calls the views, fills the figures. Knows nothing of streamlit, so that the
command line draws what the app draws.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
