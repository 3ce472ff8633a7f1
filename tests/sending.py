"""Send files to the app as its pages do, and past them."""

import http.client
import re
import urllib.request

from streamlit.proto.Common_pb2 import FileUploaderState

MB = 2**20


def cookie_of(server):
    """The cookies that a browser gets as it opens the app."""
    given = []
    for path in ("/", "/_stcore/health"):
        with urllib.request.urlopen(server.url + path) as answer:
            given += answer.headers.get_all("Set-Cookie") or []
    return "; ".join(text.partition(";")[0] for text in given)


def put(server, visitor, name, content, cookies="", chunked=False, called=""):
    """PUT a file for a visit, as the uploader of a page does; the status and what is said."""
    edge = "e5b1"
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="f"; filename="{called or name}"\r\n\r\n'
    )
    body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
    token = re.search(r"_streamlit_xsrf=([^;]*)", cookies)
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Cookie": cookies,
               "X-Xsrftoken": token[1] if token else ""}  # fmt: skip
    address = server.url.partition("//")[2]
    connection = http.client.HTTPConnection(address, timeout=60)
    sent = iter([body[i : i + MB] for i in range(0, len(body), MB)]) if chunked else body
    try:
        connection.request(
            "PUT", f"/_stcore/upload_file/{visitor.session}/{name}", sent, headers,
            encode_chunked=chunked,
        )  # fmt: skip
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (BrokenPipeError, ConnectionResetError):  # refused while it was being sent
        return 413, ""
    finally:
        connection.close()


async def upload(server, visitor, key, name, content, cookies):
    """Hand a file to the uploader of a page, and run the page with it."""
    file_id = f"{len(content)}-{name.encode().hex()}"
    status, said = put(server, visitor, file_id, content, cookies, called=name)
    assert status == 204, said
    state = FileUploaderState()
    state.uploaded_file_info.add(file_id=file_id, name=name, size=len(content))
    return await visitor.change(**{key: state})
