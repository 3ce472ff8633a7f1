from .explorable import explorable_html as explorable_html
from .poll import Polls as Polls
from .steps import LESSON as LESSON
from .steps import Reveal as Reveal
from .steps import Step as Step
from .worksheet import worksheet_html as worksheet_html
from .worksheet import worksheet_markdown as worksheet_markdown
