"""The HTTP service: right answers, and for everything else a problem reply."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

import rebelote
from rebelote_service.app import create_app
from rebelote_service.config import Config
from rebelote_service.openapi import ADDRESSES
from rebelote_service.problems import body_of
from rebelote_service.schemas import ProblemReply, TableReplies

TEXT = "classic H 0 J9..A./8.7.K./A.8..Q/7..T.7 - side=02"
POSITION = rebelote.Position.parse(TEXT).to_dict()
PLAYED = POSITION | {"plays": "9S 8S AS 7S 8H 7C JS 7H QC TD AD KD"}
POSTS = ("/v1/solve", "/v1/hint", "/v1/analyse", "/v1/table")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    """Check that the reply is a problem of that kind; its faults."""
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert (body["status"], body["code"], body["type"]) == (status, code, "about:blank")
    assert body["title"] and body["detail"]
    faults: list[dict[str, Any]] = body.get("problems", [])
    return faults


def codes(faults: list[dict[str, Any]]) -> list[str]:
    return [fault["code"] for fault in faults]


# --- answers ---------------------------------------------------------------------------


def test_an_address_answers_its_own_example_in_its_own_shape(client: FlaskClient) -> None:
    puzzle = rebelote.collection("classic")[0]
    for (path, method), address in ADDRESSES.items():
        where = path.replace("{puzzle_id}", puzzle.id)
        if address.body is not None:
            address.body.model_validate(address.example)
            # A try is an answer to one puzzle alone.
            reply = client.post(where, json={"card": str(puzzle.answer[0])} if where != path else address.example)
        else:
            asks = address.query is not None and "position" in address.query.model_fields
            reply = client.open(where, method=method, query_string={"position": TEXT} if asks else {})
        assert reply.status_code == 200, reply.text
        address.reply.model_validate_json(reply.data)


def test_the_description_names_every_address_and_resolves(client: FlaskClient) -> None:
    rules = [r for r in client.application.url_map.iter_rules() if r.endpoint.startswith("rebelote.")]
    served = {
        (r.rule.replace("<path:puzzle_id>", "{puzzle_id}"), m.lower())
        for r in rules
        for m in r.methods or ()
        if m in ("GET", "POST")
    }
    assert served == set(ADDRESSES)
    spec = client.get("/openapi.json").get_json()
    assert {(path, m) for path, operations in spec["paths"].items() for m in operations} == served
    schemas = spec["components"]["schemas"]
    text = json.dumps(spec)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}:
        assert reference in schemas
    for operations in spec["paths"].values():
        for operation in operations.values():
            assert "application/problem+json" in operation["responses"]["default"]["content"]
    assert "servers" not in spec


def test_the_docs_name_every_address_and_code(client: FlaskClient) -> None:
    text = (Path(__file__).parents[1] / "docs" / "http.md").read_text(encoding="utf-8")
    for path, method in ADDRESSES:
        assert f"`{method.upper()} {path}" in text
    for code in {code for _, _, code in BROKEN} | {
        body_of(status)["code"] for status in (400, 404, 405, 415, 431, 500)
    }:
        assert f"`{code}`" in text


@pytest.mark.parametrize(
    "send",
    [
        {"json": POSITION},
        {"json": TEXT},
        {"data": json.dumps(POSITION)},
        {"data": "\ufeff" + json.dumps(POSITION), "content_type": "application/vnd.deal+json"},
        {"data": TEXT + "\n", "content_type": "text/plain; charset=utf-8"},
        {"method": "GET", "query_string": {"position": TEXT}},
    ],
    ids=["object", "json text", "no content type", "byte order mark", "plain text", "link"],
)
def test_solve_takes_a_position_in_every_form(client: FlaskClient, send: dict[str, Any]) -> None:
    reply = client.open("/v1/solve", **{"method": "POST"} | send)
    assert reply.status_code == 200, reply.text
    body = reply.get_json()
    assert {"points": 51, "sweep": 1, "of": 51, "side": [0, 2]}.items() <= body.items()
    assert body.items() >= rebelote.solve(TEXT).to_dict().items()


def test_a_reply_says_how_it_came_about(client: FlaskClient) -> None:
    given_ = POSITION | {"options": {"last_trick": 20}}
    body = client.post("/v1/solve", json=given_).get_json()
    assert body["engine"] == {"name": "rebelote", "version": rebelote.__version__}
    assert body["nodes"] > 0 and body["elapsed_ms"] >= 0
    assert body["rules"]["variant"] == "classic"
    assert body["rules"]["options"]["last_trick"] == 20
    rules = rebelote.Rules.preset("classic", **body["rules"]["options"])
    assert rules == rebelote.Rules.preset("classic", last_trick=20)


def test_a_goal_is_answered_with_yes_or_no(client: FlaskClient) -> None:
    for goal, made in ((51, True), (52, False)):
        body = client.post(f"/v1/solve?goal={goal}", json=POSITION).get_json()
        assert (body["goal"], body["made"], body["exact"], body["side"]) == (goal, made, True, [0, 2])
        assert "points" not in body


def test_the_line_may_be_left_out(client: FlaskClient) -> None:
    assert len(client.get("/v1/solve", query_string={"position": TEXT}).get_json()["line"]) == 12
    assert client.get("/v1/solve", query_string={"position": TEXT, "line": "false"}).get_json()["line"] == []


def test_hint_is_in_words(client: FlaskClient) -> None:
    body = client.post("/v1/hint", json=POSITION).get_json()
    assert body["text"] == str(rebelote.hint(TEXT))
    assert (body["seat"], body["best"]) == (0, ["9S", "JS"])


def test_analyse_balances(client: FlaskClient) -> None:
    for body in (
        client.post("/v1/analyse", json=PLAYED).get_json(),
        client.post("/v1/analyse", json=f"{TEXT} plays={PLAYED['plays'].replace(' ', '-')}").get_json(),
    ):
        balance = body["balance"]
        assert balance["start"] - balance["own_losses"] + balance["other_losses"] == balance["taken"]
        assert body["values"][-1] == balance["taken"] == sum(body["taken_by_seat"][seat] for seat in body["side"])
        assert len(body["cards"]) == 12 and body["complete"]


def test_table_needs_neither_trump_nor_leader(client: FlaskClient) -> None:
    deal = {key: value for key, value in POSITION.items() if key not in ("trump", "leader", "side")}
    rows = client.post("/v1/table", json=deal).get_json()["rows"]
    assert [(row["trump"], row["leader"]) for row in rows] == [(t, s) for t in "SHDC" for s in range(4)]
    alone = rebelote.Position.parse("capo H 0 J9..A./8.7.K./A.8..Q/7..T.7").to_dict()
    rows = client.post("/v1/table", json=alone).get_json()["rows"]
    assert [row["side"] for row in rows[:4]] == [[0], [1], [2], [3]]


def test_variants_lists_every_game(client: FlaskClient) -> None:
    games = client.get("/v1/variants").get_json()["variants"]
    assert [game["variant"] for game in games] == list(rebelote.VARIANTS)
    assert games[0]["options"].keys() == games[-1]["options"].keys() >= {"strains", "last_trick", "order_at"}


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok", "version": rebelote.__version__}


# --- budgets ---------------------------------------------------------------------------


def test_past_the_budget_the_reply_is_bounds(client: FlaskClient) -> None:
    body = client.post("/v1/solve?nodes=1", json=POSITION).get_json()
    assert (body["exact"], body["points"], body["sweep"], body["cards"]) == (False, None, None, [])
    low, high = body["bounds"]
    assert low <= 51 <= high
    assert client.post("/v1/solve?nodes=1&goal=30", json=POSITION).get_json()["made"] is None
    for path, item in (("/v1/hint", POSITION), ("/v1/analyse", PLAYED), ("/v1/table", POSITION)):
        reply = client.post(f"{path}?nodes=1", json=item)
        assert (reply.status_code, reply.get_json()["exact"]) == (200, False)
        ADDRESSES[path, "post"].reply.model_validate_json(reply.data)


def test_a_request_cannot_raise_the_budget() -> None:
    client = create_app(Config(nodes=1)).test_client()
    for path, item in (
        ("/v1/solve", POSITION),
        ("/v1/hint", POSITION),
        ("/v1/analyse", PLAYED),
        ("/v1/table", POSITION),
    ):
        for query in ("", "?nodes=1000000"):
            assert client.post(path + query, json=item).get_json()["exact"] is False


def test_a_configuration_without_work_is_refused() -> None:
    for settings in ({"nodes": 0}, {"body_bytes": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            Config(**settings)


# --- errors ----------------------------------------------------------------------------

BROKEN = [
    (b"", 400, "empty_input"),
    (b" \n", 400, "empty_input"),
    (b"{", 400, "bad_json"),
    (b"{'variant': 1}", 400, "bad_json"),
    (b'{"variant": "classic"} {"variant": "classic"}', 400, "bad_json"),
    (b'{"leader": NaN}', 400, "bad_number"),
    (b'{"leader": -Infinity}', 400, "bad_number"),
    (b'{"leader": 1e999}', 400, "bad_number"),
    (b'{"leader": ' + b"9" * 5000 + b"}", 400, "bad_number"),
    (b'{"leader": 0, "leader": 1}', 400, "duplicate_key"),
    (b"[" * 30_000, 400, "too_deep"),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400, "too_deep"),
    (b'{"variant": "\xff\xfe"}', 400, "not_utf8"),
    ('{"variant": "классика"}'.encode("utf-16"), 400, "not_utf8"),
    (b" " * 70_000 + b"{}", 413, "body_too_large"),
]


@pytest.mark.parametrize("path", POSTS)
def test_what_cannot_be_read_is_a_problem(client: FlaskClient, path: str) -> None:
    for data, status, code in BROKEN:
        faults = refused(client.post(path, data=data, content_type="application/json"), status, code)
        assert codes(faults) == [code]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("data", ["null", "true", "7", "-0.5", "[]", "{}", "[[]]", '""', '"\\ud800"', '{"\\udfff": 1}'])
def test_what_is_no_item_is_a_problem(client: FlaskClient, path: str, data: str) -> None:
    code = "bad_record" if path == "/v1/analyse" else "bad_position"
    assert refused(client.post(path, data=data), 422, code)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data", "text/html", "image/png"])
def test_other_media_types_are_refused(client: FlaskClient, kind: str) -> None:
    faults = refused(client.post("/v1/solve", data=b"{}", content_type=kind), 415, "unsupported_media_type")
    assert kind in faults[0]["message"]


def test_an_encoded_body_is_refused(client: FlaskClient) -> None:
    reply = client.post("/v1/solve", json=POSITION, headers={"Content-Encoding": "gzip"})
    refused(reply, 415, "unsupported_media_type")


def test_unknown_addresses_and_methods_are_problems(client: FlaskClient) -> None:
    for path in ("/", "/v1", "/v1/solve/", "/v1/nothing", "/%ff", "/docs", "/static/x"):
        refused(client.get(path), 404, "not_found")
    for path in POSTS:
        reply = client.delete(path)
        refused(reply, 405, "method_not_allowed")
        assert "POST" in reply.headers["Allow"]
    refused(client.post("/healthz"), 405, "method_not_allowed")


def test_every_fault_of_a_position_is_listed(client: FlaskClient) -> None:
    bad = POSITION | {
        "hands": ["JS 9S AD", "JS KD 7H", "AS 8H QC", "7S TD"],
        "trump": "NT",
        "colour": 1,
        "side": [0, 1],
    }
    faults = refused(client.post("/v1/solve", json=bad), 422, "bad_position")
    assert {"unknown_key", "strain_not_in_game", "duplicate_card", "wrong_number", "bad_side"} <= set(codes(faults))
    twice = next(fault for fault in faults if fault["code"] == "duplicate_card")
    assert (twice["card"], twice["where"]) == ("JS", "hands")
    assert codes(faults) == [problem.code for problem in rebelote.problems(bad)]


def test_faults_of_query_and_position_are_listed_together(client: FlaskClient) -> None:
    bad = POSITION | {"leader": 7, "trump": "X"}
    query = "?goal=-1&nodes=many&line=perhaps&colour=red&nodes=2"
    expected = ["repeated_parameter", "bad_parameter", "bad_parameter", "bad_parameter", "unknown_parameter"]
    faults = refused(client.post("/v1/solve" + query, json=bad), 422, "bad_position")
    assert sorted(codes(faults)[:5]) == sorted(expected)
    assert codes(faults)[5:] == [problem.code for problem in rebelote.problems(bad)]
    assert {fault["where"] for fault in faults[:5]} == {"query.goal", "query.nodes", "query.line", "query.colour"}
    faults = refused(client.get("/v1/solve" + query + "&position=classic X 9 -"), 422, "bad_position")
    assert len(faults) > 5
    faults = refused(client.post("/v1/solve" + query, data=b"{"), 400, "bad_json")
    assert sorted(codes(faults)) == sorted([*expected, "bad_json"])


@pytest.mark.parametrize("path", POSTS)
def test_a_bad_query_alone_is_a_problem(client: FlaskClient, path: str) -> None:
    item = PLAYED if path == "/v1/analyse" else POSITION
    for query, code in (
        ("nodes=0", "bad_parameter"),
        ("nodes=", "bad_parameter"),
        ("nodes=1e3", "bad_parameter"),
        ("nodes=" + "9" * 5000, "bad_parameter"),
        ("nodes=5&nodes=5", "repeated_parameter"),
        ("position=" + TEXT, "unknown_parameter"),
        ("a" * 500 + "=1", "unknown_parameter"),
    ):
        faults = refused(client.post(f"{path}?{query}", json=item), 422, "bad_query")
        assert codes(faults) == [code]
        assert all(len(fault["message"]) < 200 for fault in faults)


def test_a_link_without_position_says_so(client: FlaskClient) -> None:
    assert codes(refused(client.get("/v1/solve"), 422, "bad_query")) == ["missing_parameter"]
    assert codes(refused(client.get("/v1/solve?goal=x"), 422, "bad_query")) == ["bad_parameter", "missing_parameter"]


def test_a_revoke_is_named_by_seat_and_card(client: FlaskClient) -> None:
    revoke = PLAYED | {"plays": "9S KD AS 7S 8H 7C JS 7H QC TD AD 8S"}
    faults = refused(client.post("/v1/analyse", json=revoke), 422, "bad_record")
    fault = next(fault for fault in faults if fault["code"] == "revoke")
    assert (fault["seat"], fault["card"], fault["where"]) == (1, "KD", "plays[1]")


def test_only_a_hint_takes_a_hidden_deal(client: FlaskClient) -> None:
    hidden = {key: value for key, value in POSITION.items() if key != "hands"} | {"hand": "JS 9S AD", "seat": 0}
    for path in ("/v1/solve", "/v1/table", "/v1/analyse"):
        code = "bad_record" if path == "/v1/analyse" else "bad_position"
        faults = refused(client.post(path, json=hidden), 422, code)
        assert {("unknown_key", "hand"), ("missing_key", "hands")} <= {(f["code"], f["where"]) for f in faults}


def test_an_unexpected_error_tells_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("inner secret")

    monkeypatch.setattr(rebelote, "solve", fail)
    reply = client.post("/v1/solve", json=POSITION)
    assert refused(reply, 500, "internal_error") == []
    assert "secret" not in reply.text and "Traceback" not in reply.text


def test_searches_end_when_the_service_is_told_to_stop() -> None:
    app = create_app()
    app.extensions["rebelote"].stop.set()
    client = app.test_client()
    for path in POSTS:
        refused(client.post(path, json=PLAYED if path == "/v1/analyse" else POSITION), 503, "interrupted")
    assert create_app().test_client().post("/v1/solve", json=POSITION).status_code == 200


def test_the_longest_body_is_a_setting() -> None:
    client = create_app(Config(body_bytes=40)).test_client()
    faults = refused(client.post("/v1/solve", json=POSITION), 413, "body_too_large")
    assert "40 bytes" in faults[0]["message"]
    assert client.get("/v1/solve", query_string={"position": TEXT}).status_code == 200


CLIENT = create_app().test_client()
NUMBERS = st.integers(-99, 99) | st.integers(-(10**16), 10**16) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
KEYS = st.sampled_from([*PLAYED, "declarer", "hand", "x"])


def answered_or_refused(reply: TestResponse, *statuses: int) -> None:
    if reply.status_code != 200:
        assert reply.status_code in statuses
        assert refused(reply, reply.status_code, reply.get_json()["code"])


@given(st.sampled_from(POSTS), st.dictionaries(KEYS, VALUES, max_size=3))
def test_no_value_of_any_key_breaks_the_service(path: str, changes: dict[str, Any]) -> None:
    item = PLAYED if path == "/v1/analyse" else POSITION
    answered_or_refused(CLIENT.post(path, json=item | changes), 422)


@given(st.sampled_from(POSTS), st.binary(max_size=200), st.sampled_from(["application/json", "text/plain"]))
def test_no_body_breaks_the_service(path: str, body: bytes, kind: str) -> None:
    answered_or_refused(CLIENT.post(path, data=body, content_type=kind), 400, 422)


@given(st.dictionaries(st.sampled_from(["position", "goal", "nodes", "line", "x"]), st.text()))
def test_no_query_breaks_the_service(query: dict[str, str]) -> None:
    answered_or_refused(CLIENT.get("/v1/solve", query_string=query), 422)


# --- the server ------------------------------------------------------------------------


SERVE = "from rebelote_service.command import serve; serve()"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server in a process of its own, which must end cleanly when interrupted."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, "--port", "0", "--threads", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            assert told.startswith("rebelote serves http://127.0.0.1:"), told
            yield int(told.split(":")[2].split()[0])
            process.send_signal(signal.SIGINT)
            begun = time.monotonic()
            out, errors = process.communicate(timeout=10)
        finally:
            process.kill()
        assert (process.returncode, out, errors) == (0, "", "")
        assert time.monotonic() - begun < 5


def test_the_server_answers_and_refuses_over_the_wire(port: int) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("POST", "/v1/solve", json.dumps(POSITION), {"Content-Type": "application/json"})
    reply = link.getresponse()
    assert (reply.status, json.load(reply)["points"]) == (200, 51)
    link.request("GET", "/v1/nothing")
    reply = link.getresponse()
    assert (reply.status, reply.headers["Content-Type"]) == (404, "application/problem+json")
    reply.read()
    link.request("POST", "/v1/solve", b"\xff" * 40_000_000, {"Content-Type": "application/json"})
    reply = link.getresponse()
    assert (reply.status, json.load(reply)["code"]) == (413, "body_too_large")
    link.close()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"what is this\r\n\r\n", 400),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
        (b"POST /v1/solve HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"POST /v1/solve HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n", 400),
        (b"POST /v1/solve HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"GET /" + b"x" * 300_000 + b" HTTP/1.1\r\n\r\n", 431),
    ],
    ids=["no http", "bad length", "too long", "bad chunk", "unknown encoding", "long address"],
)
def test_what_is_no_request_is_a_problem_too(port: int, sent: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link:
        link.sendall(sent)
        reply = http.client.HTTPResponse(link)
        reply.begin()
        body = json.load(reply)
    assert (reply.status, reply.headers["Content-Type"]) == (status, "application/problem+json")
    ProblemReply.model_validate(body)
    assert body["status"] == status


def test_a_port_that_is_taken_is_a_plain_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [sys.executable, "-c", SERVE, "--port", port], capture_output=True, text=True, check=False
        )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"Error: cannot listen on 127.0.0.1 port {port}: ")
    assert ended.stderr.count("\n") == 1


def test_the_command_is_known_without_loading_flask() -> None:
    program = "import sys, rebelote_service.command; sys.exit('flask' in sys.modules or 'waitress' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_table_can_be_of_contracts(client: FlaskClient) -> None:
    deal = {key: value for key, value in POSITION.items() if key != "trump"}
    body = client.post("/v1/table?score=true", json=deal).get_json()
    assert {(row["trump"], row["declarer"]) for row in body["rows"]} == {(s, d) for s in "SHDC" for d in range(4)}
    assert all(row["result"] in ("made", "failed") for row in body["rows"])
    TableReplies.model_validate(body)
    assert client.post("/v1/table?score=maybe", json=deal).status_code == 422
