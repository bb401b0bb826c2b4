"""Hints from one hand over HTTP: right answers, streams, limits, and an end when nobody listens."""

from __future__ import annotations

import http.client
import json
import threading
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
from rebelote_service.schemas import AuctionBody, HiddenBody, ProblemReply
from rebelote_service.server import Server

HIDDEN = Path(__file__).parent.parent / "examples" / "hidden"
NDJSON = "application/x-ndjson"
REPLY = ADDRESSES["/v1/hint", "post"].reply


def example(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((HIDDEN / f"{name}.json").read_text(encoding="utf-8"))
    return data


#: 9,465,511,770 deals fit: no machine is done before it is told to stop.
ENDLESS = example("contree")
#: Three cards each in gambler: 680 deals fit.
SMALL: dict[str, Any] = {
    "variant": "gambler", "trump": "H", "leader": 0, "seat": 1, "hand": "7D AD KC",
    "plays": "9C 7C 9H QH TH JS JD QD 8D TD 9S TS", "side": [1],
}  # fmt: skip


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert body["code"] == code
    found: list[dict[str, Any]] = body.get("problems", [])
    return found


def answers(reply: TestResponse) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.mimetype) == (200, NDJSON), reply.text
    return [json.loads(line) for line in reply.text.splitlines()]


# --- answers ---------------------------------------------------------------------------


def test_the_answer_is_that_of_the_library(client: FlaskClient) -> None:
    body = client.post("/v1/hint", json=SMALL).get_json()
    assert body.items() >= rebelote.hint(SMALL).to_dict().items()
    assert (body["worlds"], body["solved"], body["exact"], body["best"]) == (680, 680, True, ["AD"])
    assert (body["rules"]["variant"], body["engine"]["name"]) == ("gambler", "rebelote")
    assert body["elapsed_ms"] > 0
    query = "worlds=24&seed=7&every=true&by=points&confidence=0.9"
    body = client.post(f"/v1/hint?{query}", json=ENDLESS).get_json()
    wanted = rebelote.hint(ENDLESS, worlds=24, seed=7, every=True, by="points", confidence=0.9)
    assert body.items() >= wanted.to_dict().items()


@pytest.mark.parametrize("name", rebelote.VARIANTS)
def test_every_game_is_answered_in_shape(client: FlaskClient, name: str) -> None:
    HiddenBody.model_validate(example(name))
    for query in ("", "&stream=true"):
        reply = client.post(f"/v1/hint?worlds=8{query}", json=example(name))
        assert reply.status_code == 200, reply.text
        for line in reply.data.splitlines():
            REPLY.model_validate_json(line)


def test_a_stream_gets_better_until_it_is_done(client: FlaskClient) -> None:
    for query, headers in (("&stream=true", {}), ("", {"Accept": NDJSON})):
        found = answers(client.post(f"/v1/hint?worlds=100{query}", json=ENDLESS, headers=headers))
        assert [answer["done"] for answer in found] == [False] * (len(found) - 1) + [True]
        assert len(found) > 1
        solved = [answer["solved"] for answer in found]
        assert solved == sorted(solved) and solved[-1] == 100
        assert found[-1].items() >= rebelote.hint(ENDLESS, worlds=100).to_dict().items()
    plain = client.post("/v1/hint?worlds=8", json=ENDLESS, headers={"Accept": "*/*"})
    assert plain.mimetype == "application/json"


def test_a_stream_of_open_hands_is_one_line(client: FlaskClient) -> None:
    text = "classic H 0 J9..A./8.7.K./A.8..Q/7..T.7"
    (answer,) = answers(client.post("/v1/hint?stream=true", json=text))
    assert answer.items() >= rebelote.hint(text).to_dict().items()


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("call", "call_contree"),
        ("call", "call_classic"),
        ("swap", "swap_gambler"),
        ("meld", "meld_classic"),
        ("plan", "gambler"),
    ],
)
def test_other_decisions_are_answered_in_one_piece(client: FlaskClient, what: str, name: str) -> None:
    (AuctionBody if what == "call" else HiddenBody).model_validate(example(name))
    ask = {
        "call": rebelote.call_hint,
        "swap": rebelote.swap_hint,
        "meld": rebelote.meld_hint,
        "plan": rebelote.plan_hint,
    }[what]
    reply = client.post(f"/v1/hint?what={what}&worlds=8&seed=3", json=example(name))
    assert reply.status_code == 200, reply.text
    REPLY.model_validate_json(reply.data)
    wanted = ask(example(name), worlds=8, seed=3).to_dict()
    assert reply.get_json().items() >= wanted.items()
    assert reply.get_json()["rules"]["variant"] == example(name)["variant"]
    (line,) = answers(client.post(f"/v1/hint?what={what}&worlds=8&seed=3&stream=true", json=example(name)))
    assert line.items() >= wanted.items()


def test_a_plan_is_bounded_by_nodes_and_says_so(client: FlaskClient) -> None:
    few = client.post("/v1/hint?what=plan&worlds=8&moves=3&nodes=400", json=example("gambler")).get_json()
    assert (few["done"], few["exact"], few["asked"]) == (False, False, 3) and few["moves"] < 3
    unknown = {
        key: value for key, value in example("gambler").items() if key not in ("contract", "declarer", "auction")
    }
    assert [f["code"] for f in refused(client.post("/v1/hint?what=plan", json=unknown), 422, "bad_position")] == [
        "no_score"
    ]


def test_a_faulty_query_about_another_decision_is_refused_alone(client: FlaskClient) -> None:
    faults = refused(client.post("/v1/hint?what=call&worlds=0", json=example("call_contree")), 422, "bad_query")
    assert [fault["where"] for fault in faults] == ["query.worlds"]
    faults = refused(client.post("/v1/hint?what=call", json=SMALL), 422, "bad_position")
    assert {"trump", "leader", "plays", "dealer"} <= {fault["where"] for fault in faults}


# --- limits ----------------------------------------------------------------------------


def test_a_request_cannot_raise_the_limits() -> None:
    client = create_app(Config(seconds=0.3, hint_worlds=50)).test_client()
    for query, solved in (("", 50), ("worlds=1000000", 50), ("worlds=20", 20)):
        body = client.post(f"/v1/hint?every=true&seconds=3000&{query}", json=ENDLESS).get_json()
        assert body["stopped"] == "time" or (body["solved"], body["stopped"]) == (solved, "worlds")
    begun = time.monotonic()
    many = create_app(Config(seconds=0.3, hint_worlds=10**9)).test_client()
    body = many.post("/v1/hint?every=true&worlds=1000000000", json=ENDLESS).get_json()
    assert (body["stopped"], body["done"], body["exact"]) == ("time", True, False)
    assert time.monotonic() - begun < 5
    few = create_app(Config(nodes=50_000)).test_client()
    body = few.post("/v1/hint?every=true&nodes=1000000000", json=ENDLESS).get_json()
    assert body["stopped"] == "nodes" and body["nodes"] <= 50_000 + 1_000_000


def test_a_configuration_without_work_is_refused() -> None:
    for settings in ({"seconds": 0}, {"seconds": float("nan")}, {"hint_worlds": 0}, {"hint_threads": -1}):
        with pytest.raises(ValueError, match=r"at least|more than 0"):
            Config(**settings)


def test_up_to_the_limit_all_deals_are_solved(client: FlaskClient) -> None:
    assert client.post("/v1/hint?seconds=9", json=SMALL).get_json()["exact"] is True
    small = create_app(Config(hint_worlds=100)).test_client()
    body = small.post("/v1/hint", json=SMALL).get_json()
    assert (body["solved"] <= 100, body["worlds"], body["exact"]) == (True, 680, False)


# --- faults ----------------------------------------------------------------------------


def test_facts_that_contradict_one_another_are_named(client: FlaskClient) -> None:
    for query in ("", "?stream=true"):
        contradicted = {**SMALL, "known": {"AH": 0, "KH": 0, "8H": 0, "AS": 0}}
        faults = refused(client.post(f"/v1/hint{query}", json=contradicted), 422, "bad_position")
        assert {fault["code"] for fault in faults} == {"no_deal_fits"}
        assert {"known.AH", "known.KH", "known.8H", "known.AS"} <= {fault["where"] for fault in faults}


def test_faults_of_query_and_item_are_listed_together(client: FlaskClient) -> None:
    bad = {**SMALL, "seat": 0, "colour": 1}
    for query in ("?worlds=0&by=luck&stream=true", "?seed=x&weigh=hope"):
        faults = refused(client.post(f"/v1/hint{query}", json=bad), 422, "bad_position")
        assert [fault["code"] for fault in faults] == ["bad_parameter"] * 2 + ["unknown_key", "not_on_turn"]
    for query in ("worlds=1e99", "seconds=0", "seconds=nan", "seconds=inf", "confidence=1", "every=perhaps", "what=x"):
        faults = refused(client.post(f"/v1/hint?{query}", json=SMALL), 422, "bad_query")
        assert [fault["where"] for fault in faults] == [f"query.{query.split('=')[0]}"]
    refused(client.post("/v1/solve?worlds=5", json="gambler H 0 7.../8..."), 422, "bad_query")


def test_what_needs_the_contract_says_so(client: FlaskClient) -> None:
    for by in ("score", "made"):
        faults = refused(client.post(f"/v1/hint?by={by}", json=SMALL), 422, "bad_position")
        assert [fault["code"] for fault in faults] == ["no_score"]


@pytest.mark.parametrize("hand", [None, 7, [], "", [[]], {"a": 1}, "7D 7D 7D", "XX", "7D " * 500])
def test_no_hand_breaks_the_service(client: FlaskClient, hand: Any) -> None:
    for what in ("card", "call", "swap", "meld"):
        assert refused(client.post(f"/v1/hint?what={what}", json={**SMALL, "hand": hand}), 422, "bad_position")


CLIENT = create_app().test_client()
SEATS = st.integers(-1, 4) | st.sampled_from(["N", "S", "x"])
CARDS = st.lists(st.sampled_from([f"{rank}{suit}" for rank in "789TJQKA" for suit in "SHDC"]), max_size=12)
WORDS = st.sampled_from(
    ["", "pass", "play", "H", "80H", "run 3", "run 4 K", "set J", "worth 50", "run 7D 8D 9D", "bela QH KH", "7H", "x"]
)
CALLS = st.lists(st.fixed_dictionaries({"seat": SEATS, "meld": WORDS}), max_size=5)
SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False) | WORDS | st.text()
VALUES = SCALARS | CARDS | CALLS | SEATS | st.lists(WORDS | SCALARS, max_size=6)
KNOWN = st.dictionaries(st.sampled_from(["AH", "KH", "7H", "AS", "TH", "KC", "x"]), SEATS, max_size=4)
KEYS = st.sampled_from([*HiddenBody.model_fields, *AuctionBody.model_fields, "hands", "written", "x"])


@given(
    st.sampled_from([("card", "gambler"), ("card", "classic"), ("call", "call_classic"), ("call", "call_gambler"),
                     ("swap", "swap_gambler"), ("meld", "meld_classic"), ("card", "capo")]),
    st.dictionaries(KEYS, VALUES | KNOWN, max_size=3),
    st.dictionaries(st.sampled_from(["announced", "melds", "belas"]), CALLS, max_size=1),
    st.dictionaries(st.just("known"), KNOWN, max_size=1),
)  # fmt: skip
def test_no_value_of_any_key_breaks_a_hint(
    asked: tuple[str, str], changes: dict[str, Any], called: dict[str, Any], known: dict[str, Any]
) -> None:
    what, name = asked
    reply = CLIENT.post(f"/v1/hint?what={what}&worlds=2&nodes=200000", json=example(name) | changes | called | known)
    if reply.status_code != 200:
        assert reply.status_code == 422 or reply.get_json()["code"] == "interrupted", reply.text
        assert refused(reply, reply.status_code, reply.get_json()["code"]) or reply.status_code == 503
    else:
        REPLY.model_validate_json(reply.data)


def test_an_error_on_the_way_is_the_last_line(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    def fails(*_: object, **__: object) -> Iterator[object]:
        yield rebelote.hint(SMALL, worlds=5)
        raise RuntimeError("inner secret")

    monkeypatch.setattr(rebelote, "hints", fails)
    reply = client.post("/v1/hint?stream=true", json=SMALL)
    first, last = answers(reply)
    assert first["solved"] == 5
    ProblemReply.model_validate(last["error"])
    assert (last["error"]["status"], last["error"]["code"]) == (500, "internal_error")
    assert "secret" not in reply.text
    refused(client.post("/v1/hint", json=SMALL), 500, "internal_error")


def test_hints_end_when_the_service_is_told_to_stop() -> None:
    app = create_app()
    app.extensions["rebelote"].stop.set()
    begun = time.monotonic()
    for what, name in (("card", "contree"), ("call", "call_contree"), ("swap", "swap_gambler")):
        reply = app.test_client().post(f"/v1/hint?what={what}&every=true&worlds=20000", json=example(name))
        assert time.monotonic() - begun < 5
        if reply.status_code == 200:  # what was solved until it looked
            assert reply.get_json()["stopped"] == "asked"
        else:
            refused(reply, 503, "interrupted")


# --- clients that go away --------------------------------------------------------------


class Watched:
    """``rebelote.hints``, which tells when it begins and when it is over."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()
        self._hints = rebelote.hints

    def __call__(self, *given: Any, **limits: Any) -> Iterator[rebelote.HiddenHint]:
        try:
            for found in self._hints(*given, **limits):
                self.begun.set()
                yield found
        finally:
            self.over.set()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(rebelote, "hints", watched)
    return watched


def test_closing_a_stream_ends_the_work(watched: Watched) -> None:
    reply = (
        create_app(Config(seconds=60))
        .test_client()
        .post("/v1/hint?stream=true&every=true&worlds=20000", json=ENDLESS, buffered=False)
    )
    assert json.loads(next(iter(reply.response)))["done"] is False
    assert not watched.over.is_set()
    reply.close()
    assert watched.over.is_set()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server in this process."""
    app = create_app(Config(seconds=60))
    server = Server(app, "127.0.0.1", 0, 2)
    threading.Thread(target=server.run, daemon=True).start()
    yield int(server.urls[0].rpartition(":")[2])
    app.extensions["rebelote"].stop.set()


@pytest.mark.parametrize("stream", ["true", "false"])
def test_a_client_that_goes_away_ends_the_work(port: int, watched: Watched, stream: str) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    path = f"/v1/hint?every=true&worlds=20000&nodes=2000000000&stream={stream}"
    link.request("POST", path, json.dumps(ENDLESS), {"Content-Type": "application/json"})
    assert watched.begun.wait(10)
    if stream == "true":
        assert json.loads(link.getresponse().readline())["done"] is False
    assert not watched.over.is_set()
    link.close()
    assert watched.over.wait(5)
    again = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    again.request("POST", "/v1/hint?worlds=20", json.dumps(SMALL), {"Content-Type": "application/json"})
    assert json.load(again.getresponse())["solved"] == 20
    again.close()


def test_a_stream_over_the_wire_comes_as_it_is_made(port: int) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("POST", "/v1/hint?stream=true&every=true&seconds=1.5", json.dumps(ENDLESS), {"Accept": NDJSON})
    reply = link.getresponse()
    assert reply.headers["Content-Type"] == NDJSON
    begun = time.monotonic()
    first = json.loads(reply.readline())
    heard = time.monotonic() - begun
    rest = [json.loads(line) for line in reply]
    link.close()
    assert heard < 1.2 and first["done"] is False
    assert rest[-1]["done"] is True and rest[-1]["solved"] > first["solved"]
