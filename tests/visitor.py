"""One visitor of the app over streamlit's own websocket: what a browser says and hears."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from zipfviz.ui.server.faults import SAID

FIELD_OF = {bool: "bool_value", str: "string_value", int: "int_value", float: "double_value"}


@dataclass
class Answer:
    """What one run of the script sent: charts as their traces, sentences, failures, all elements.

    A failure is also what the server says nobody thought of.
    """

    charts: list[dict] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    elements: list[Any] = field(default_factory=list)
    received: int = 0
    seconds: float = 0.0


class Visitor:
    """A connection; `open` a page, then `change` its controls by their keys."""

    def __init__(self, address: str, cookies: str = "") -> None:
        self.address = address.replace("http", "ws", 1) + "/_stcore/stream"
        self.widgets: dict[str, str] = {}
        self.buttons: dict[str, str] = {}
        self.options: dict[str, list[str]] = {}
        self.states: dict[str, Any] = {}
        self.page_script_hash = ""
        self.query = ""
        self.session = ""
        self.headers = {"Cookie": cookies} if cookies else {}

    async def open(self, page: str, query: str = "") -> Answer:
        """Connect and run a page for the first time; `query` is what follows the URL’s "?"."""
        await self._connect("streamlit")
        self.query = query
        return await self._run(page)

    async def come_back(self) -> Answer:
        """Connect again after `close`, as a browser does whose connection broke off."""
        await self._connect("streamlit", "none", self.session)
        return await self._run("")

    async def _connect(self, *protocols: str) -> None:
        self.socket = await websockets.connect(
            self.address, subprotocols=protocols, max_size=None, open_timeout=60,
            additional_headers=self.headers,
        )  # fmt: skip

    async def change(self, **controls: Any) -> Answer:
        """Set controls and run the page again."""
        for key, value in controls.items():
            self.states[self.widgets[key]] = value
        return await self._run("")

    async def press(self, label: str) -> Answer:
        """Press the button whose label holds `label`."""
        name = next(name for name in self.buttons if label in name)
        return await self._run("", self.buttons[name])

    def option(self, key: str, part: str) -> str:
        """The option of a select box whose text holds `part`."""
        return next(option for option in self.options[key] if part in option)

    async def close(self) -> None:
        if hasattr(self, "socket"):
            await self.socket.close()

    async def _run(self, page: str, pressed: str = "") -> Answer:
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_name = self.query, page
        run.page_script_hash = self.page_script_hash
        for widget, value in self.states.items():
            state = run.widget_states.widgets.add(id=widget)
            if isinstance(value, list):
                state.string_array_value.data.extend(value)
            elif isinstance(value, FileUploaderState):
                state.file_uploader_state_value.CopyFrom(value)
            else:
                setattr(state, FIELD_OF[type(value)], value)
        if pressed:
            run.widget_states.widgets.add(id=pressed, trigger_value=True)
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        answer, elements = Answer(), {}
        while True:
            raw = await self.socket.recv()
            answer.received += len(raw)
            heard = ForwardMsg.FromString(raw)
            kind = heard.WhichOneof("type")
            if kind == "new_session":
                elements.clear()
                self.session = heard.new_session.initialize.session_id or self.session
            elif kind == "navigation":
                self.page_script_hash = heard.navigation.page_script_hash
            elif kind == "delta" and heard.delta.WhichOneof("type") == "new_element":
                elements[tuple(heard.metadata.delta_path)] = heard.delta.new_element
            elif kind == "script_finished":
                if heard.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    continue
                break
        answer.seconds = time.perf_counter() - start
        self.buttons.clear()
        for path in sorted(elements):
            answer.elements.append(elements[path])
            self._take(elements[path], answer)
        return answer

    def _take(self, element: Any, answer: Answer) -> None:
        kind = element.WhichOneof("type")
        content = getattr(element, kind) if kind else None
        if (name := str(getattr(content, "id", ""))).startswith("$$ID-"):
            key = name.split("-", 2)[2]  # after a hash streamlit writes the page's own key
            self.widgets[key] = name
            self.options[key] = list(getattr(content, "options", []))
        if kind == "button":
            self.buttons[content.label] = content.id
        elif kind == "plotly_chart":
            answer.charts.append(json.loads(content.spec))
        elif kind in ("markdown", "alert"):
            answer.said.append(content.body)
            if SAID in content.body:
                answer.complaints.append(content.body)
        elif kind == "exception":
            answer.complaints.append(f"{content.type}: {content.message}")
