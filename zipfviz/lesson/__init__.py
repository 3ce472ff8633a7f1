"""The lesson for a class: steps, worksheet, poll.

>>> from zipfviz.lesson import LESSON, worksheet_markdown
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
