"""A page of the app as a visitor sees it: what is drawn, what is wrong."""

import numpy as np

from zipfviz.ui.server.faults import SAID

# Relative; lengths are computed in float32, whose last bits hang on how many threads BLAS has.
LENGTHS = 1e-6
DESK_SIZE = {"width": 1440, "height": 900}
PHONE_SIZE = {"width": 390, "height": 844}
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/120.0.0.0 Mobile Safari/537.36"
)
SETTLED = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app || app.dataset.testScriptState !== 'notRunning') return false;
  if (document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]')) return false;
  const plots = [...document.querySelectorAll('[data-testid="stPlotlyChart"]')];
  return plots.every(p => p.querySelector('.main-svg'));
}"""

IS_DARK = """dark => getComputedStyle(document.querySelector('[data-testid="stApp"]')).colorScheme
  === (dark ? 'dark' : 'light')"""

LOST = """() => [...document.querySelectorAll('.gl-canvas-context, .gl-canvas-focus')]
  .filter(c => (c.getContext('webgl2') || c.getContext('webgl'))?.isContextLost()).length"""

TRACES = """([at]) => {
  const plain = v => v == null ? null
    : ArrayBuffer.isView(v) ? Array.from(v)
    : Array.isArray(v) ? v.map(plain)
    : (typeof v === 'object' && v._inputArray) ? plain(v._inputArray) : v;
  const gd = document.querySelectorAll('.js-plotly-plot')[at];
  return gd.data.map(t => ({
    type: t.type, name: t.name, x: plain(t.x), y: plain(t.y), text: plain(t.text),
    color: t.marker ? plain(t.marker.color) : null,
  }));
}"""


class Tabs:
    """The tabs of one Chromium, each with a storage of its own that nobody finds used.

    A new tab compiles the app's code first, four seconds of a core; one that was on the app before
    has it.
    """

    def __init__(self, browser):
        self.browser = browser
        self._free = {False: [], True: []}

    def take(self, *, phone):
        """A blank page that nobody else is on."""
        if self._free[phone]:
            return self._free[phone].pop()
        size = PHONE_SIZE if phone else DESK_SIZE
        agent = PHONE if phone else None
        context = self.browser.new_context(viewport=size, device_scale_factor=1, user_agent=agent)
        return context.new_page()

    def give_back(self, page, *, phone):
        """Leave the app, and leave nothing behind."""
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.context.clear_cookies()
        page.goto("about:blank")
        page.set_viewport_size(PHONE_SIZE if phone else DESK_SIZE)
        self._free[phone].append(page)


class Visit:
    """One tab on one page; collects what the console complains about."""

    def __init__(self, tabs, url, *, dark=False, phone=False):
        self.tabs, self.phone = tabs, phone
        self.page = tabs.take(phone=phone)
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.complaints = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", self._failed)
        self.page.goto(url)
        self.settle()

    def _failed(self, error):
        self.complaints.append(str(error))

    def _heard(self, message):
        # On a page's own address streamlit's client first asks below it, is told 404, and goes up.
        is_probe = "_stcore" in message.location.get("url", "")
        if message.type == "error" and not is_probe:
            self.complaints.append(message.text)

    def settle(self, seconds=180):
        """Wait until the script has run and every chart is drawn, twice in a row."""
        for _ in range(2):
            self.page.wait_for_function(SETTLED, timeout=1000 * seconds, polling=100)
            self.page.wait_for_timeout(250)

    def theme(self, mode):
        """Let the system's theme change while the page is open, and wait until it is followed."""
        self.page.emulate_media(color_scheme=mode)
        self.page.wait_for_function(IS_DARK, arg=mode == "dark")
        self.settle()

    def traces(self, chart=0):
        """The traces of a chart as the browser holds them, arrays as numpy arrays."""
        found = self.page.evaluate(TRACES, [chart])
        for trace in found:
            for key in ("x", "y"):
                if trace[key] is not None:
                    trace[key] = np.array(trace[key], float if None in trace[key] else None)
        return found

    def choose(self, label, option):
        """Pick an option of a select box by its label."""
        box = self.page.get_by_role("combobox", name=label)
        box.scroll_into_view_if_needed()
        box.click()
        self.page.get_by_role("option", name=option).click()
        self.settle()

    def open(self, button):
        """Open a pop-over and wait for its inside."""
        self.page.get_by_role("button", name=button).first.click()
        self.page.wait_for_timeout(500)
        self.settle()

    def download(self, button, path):
        """What a button hands over, once it is made."""
        with self.page.expect_download(timeout=180_000) as wait:
            self.page.get_by_role("button", name=button).first.click()
        wait.value.save_as(path)
        return path

    @property
    def n_charts(self):
        drawn = self.page.locator('[data-testid="stPlotlyChart"]:has(.main-svg)')
        return drawn.count()

    def check(self):
        """No exception box, no console error, no alert."""
        assert self.page.locator('[data-testid="stException"]').count() == 0, self.page.inner_text(
            '[data-testid="stException"]'
        )
        assert self.page.get_by_text(SAID).count() == 0
        assert not self.complaints, self.complaints
        assert self.page.evaluate(LOST) == 0, "the browser dropped a chart's WebGL context"

    def shot(self, path):
        """A picture of the whole page, also of what is below the window, which stays as it is."""
        path.parent.mkdir(parents=True, exist_ok=True)
        height = self.page.evaluate(
            "document.querySelector('[data-testid=\"stMain\"]').scrollHeight + 40"
        )
        window = self.page.viewport_size
        self.page.set_viewport_size({**window, "height": max(844, min(height, 6000))})
        self.page.wait_for_timeout(400)
        self.page.screenshot(path=path)
        self.page.set_viewport_size(window)

    def close(self):
        self.page.remove_listener("console", self._heard)
        self.page.remove_listener("pageerror", self._failed)
        self.tabs.give_back(self.page, phone=self.phone)
