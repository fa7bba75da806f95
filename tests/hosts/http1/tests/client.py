"""Talks to the host as Python's own http.client does: python3 client.py HOST PORT."""

import http.client
import json
import sys
import threading

HOST, PORT = sys.argv[1], int(sys.argv[2])
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
BOTH = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
checks = 0


def check(is_right, what):
    global checks
    checks += 1
    assert is_right, what


def connect():
    return http.client.HTTPConnection(HOST, PORT, timeout=20)


def post(connection, message, chunked=False, **more):
    headers = {**BOTH, **{name.replace("_", "-"): value for name, value in more.items()}}
    body = json.dumps(message).encode()
    if chunked:
        parts = [body[at : at + 7] for at in range(0, len(body), 7)]
        connection.request("POST", "/mcp", iter(parts), headers, encode_chunked=True)
    else:
        connection.request("POST", "/mcp", body, headers)
    return connection.getresponse()


def call(connection, number, text, **more):
    arguments = {"name": "echo", "arguments": {"text": text}, "_meta": META}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": arguments}
    names = {"MCP_Protocol_Version": "2026-07-28", "Mcp_Method": "tools/call", "Mcp_Name": "echo"}
    return post(connection, message, **{**names, **more})


def text_of(response):
    check(response.status == 200, response.status)
    check(response.getheader("Content-Type") == "application/json", response.headers)
    result = json.loads(response.read())["result"]
    return result["content"][0]["text"]


def modern():
    connection = connect()
    for number in range(100):
        text = "x" * number + "\u00e9\u20ac\U0001f600"
        check(text_of(call(connection, number, text)) == text, number)
        check(text_of(call(connection, number, text, chunked=True)) == text, number)
    socket = connection.sock
    check(socket is not None, "kept alive")

    # Wrong ones keep the connection too.
    check(call(connection, 1, "x", Mcp_Name="other").read() and True, "a mismatch has a body")
    response = call(connection, 1, "x", Content_Type="text/plain")
    check(response.status == 415 and response.read(), response.status)
    response = call(connection, 1, "x", Accept="text/html")
    check(response.status == 406 and response.read(), response.status)
    connection.request("HEAD", "/mcp")
    response = connection.getresponse()
    check(response.status == 405 and response.read() == b"", response.status)
    check("POST" in response.getheader("Allow"), response.headers)
    check(connection.sock is socket, "the same connection all the time")


def page():
    connection = connect()
    origin = "http://localhost:6274"
    asks = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, mcp-param-region",
    }
    connection.request("OPTIONS", "/mcp", headers=asks)
    response = connection.getresponse()
    check(response.status == 204 and response.read() == b"", response.status)
    check(response.getheader("Access-Control-Allow-Origin") == origin, response.headers)
    allowed = response.getheader("Access-Control-Allow-Headers")
    check("mcp-param-region" in allowed, allowed)
    response = call(connection, 1, "page", Origin=origin)
    check(response.getheader("Access-Control-Allow-Origin") == origin, response.headers)
    check(text_of(response) == "page", "a page reads it")
    response = call(connection, 1, "x", Origin="http://evil.example")
    check(response.status == 403 and response.read(), response.status)
    check(response.getheader("Access-Control-Allow-Origin") is None, response.headers)


def events(response):
    """One event after the other."""
    lines = []
    while line := response.readline():
        if line != b"\n":
            lines.append(line)
        elif lines:
            yield b"".join(lines).decode()
            lines = []


def legacy():
    connection = connect()
    params = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "http.client", "version": "1"},
    }
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    response = post(connection, hello)
    session = response.getheader("Mcp-Session-Id")
    check(response.status == 200 and session, response.status)
    body = response.read().decode()
    check('"protocolVersion":"2025-11-25"' in body, body)
    names = {"Mcp_Session_Id": session, "MCP_Protocol_Version": "2025-11-25"}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    response = post(connection, ready, **names)
    check(response.status == 202 and response.read() == b"", response.status)

    # A stream of events beside it.
    listening = connect()
    headers = {name.replace("_", "-"): value for name, value in names.items()}
    listening.request("GET", "/mcp", headers={**headers, "Accept": "text/event-stream"})
    stream = listening.getresponse()
    check(stream.status == 200, stream.status)
    check(stream.getheader("Content-Type") == "text/event-stream", stream.headers)
    check(stream.getheader("Transfer-Encoding") == "chunked", stream.headers)

    params = {"name": "echo", "arguments": {"text": "old"}}
    message = {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": params}
    response = post(connection, message, **names)
    body = response.read().decode()
    check(response.status == 200 and '"text":"old"' in body and '"id":"a"' in body, body)
    response = post(connection, message)
    check(response.status == 400 and response.read(), response.status)

    connection.request("DELETE", "/mcp", headers=headers)
    response = connection.getresponse()
    check(response.status == 204 and response.read() == b"", response.status)
    check(list(events(stream)) is not None, "the stream ends with its session")
    response = post(connection, message, **names)
    check(response.status == 404 and response.read(), response.status)


def waits():
    """Does not send the body before it is told to."""
    connection = connect()
    params = {"name": "echo", "arguments": {"text": "waited"}, "_meta": META}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    body = json.dumps(message).encode()
    connection.putrequest("POST", "/mcp")
    names = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "echo"}
    for name, value in {**BOTH, **names, "Expect": "100-continue"}.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    word = b""
    while not word.endswith(b"\r\n\r\n"):
        byte = connection.sock.recv(1)
        check(byte, word)
        word += byte
    check(word.startswith(b"HTTP/1.1 100 "), word)
    connection.send(body)
    check(text_of(connection.getresponse()) == "waited", "it went on")


def many():
    """Eight clients at once."""
    failed = []

    def one(name):
        try:
            connection = connect()
            for number in range(50):
                text = f"{name}-{number}"
                if text_of(call(connection, number, text)) != text:
                    failed.append(text)
        except Exception as error:  # noqa: BLE001
            failed.append(repr(error))

    threads = [threading.Thread(target=one, args=[name]) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(not failed, failed)


for part in [modern, page, legacy, waits, many]:
    part()
    print(part.__name__, "passed")
print(checks, "checks")
