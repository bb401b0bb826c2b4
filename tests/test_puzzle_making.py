"""New puzzles over HTTP: those of the library, within their time, kept for a while, ended when nobody listens."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import rebelote
from puzzlehttp import (
    ENDLESS,
    GENERATE,
    NDJSON,
    ONE,
    QUICK,
    SECRETS,
    TOLD,
    VALUES,
    answered,
    attempt,
    lines,
    refused,
    wheres,
)
from rebelote import Puzzle, StopFlag
from rebelote_service.app import create_app
from rebelote_service.config import Config
from rebelote_service.puzzlestore import KEPT, PuzzleStore
from rebelote_service.schemas import ProblemReply
from rebelote_service.schemas.puzzlequeries import GenerateBody
from rebelote_service.server import Server


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def made(client: FlaskClient, query: str = "", **wish: Any) -> dict[str, Any]:
    GenerateBody.model_validate({**QUICK, **wish})
    return answered(client.post(f"/v1/puzzles/generate?{query}", json={**QUICK, **wish}), GENERATE)


def library(count: int) -> list[Puzzle]:
    game = rebelote.Game(rebelote.Rules.preset("classic"))
    return list(rebelote.puzzles(game, tricks=(3, 4), count=count, seed=1))


# --- new puzzles -----------------------------------------------------------------------


def test_new_puzzles_are_those_of_the_library(client: FlaskClient) -> None:
    wanted = library(2)
    body = made(client, count=2)
    assert [told.items() >= puzzle.task().items() for told, puzzle in zip(body["puzzles"], wanted, strict=True)]
    assert [told["id"] for told in body["puzzles"]] == [puzzle.id for puzzle in wanted]
    assert (body["found"], body["complete"], body["seed"]) == (2, True, 1)
    assert body["deals"] == wanted[-1].source["deal"] + 1
    assert body["rules"]["variant"] == "classic" and body["elapsed_ms"] > 0
    assert not any(SECRETS & set(told) for told in body["puzzles"])
    whole = made(client, "solution=true&lang=fr", count=2)
    for told, puzzle in zip(whole["puzzles"], wanted, strict=True):
        assert told.items() >= puzzle.to_dict().items()
        assert told["solution"] == rebelote.solution_text(puzzle, "fr")


def test_new_puzzles_are_as_asked_for(client: FlaskClient) -> None:
    for wish in (
        {"goal": "sweep"},
        {"goal": ["last_trick", "sweep"], "tricks": 4},
        {"grade": [2, 3], "gap": 11, "goal": "points"},
        {"variant": "gambler", "misere": True, "goal": "no_trick", "choices": 1},
        {"variant": "ukrainian", "players": 3, "trump": "H", "options": {"last_trick": 20}},
        {"variant": "capo", "trump": "NT", "form": "hand", "share": 0.9, "choices": 1},
    ):
        whole = made(client, "solution=true", **wish)
        assert whole["complete"], wish
        for told in whole["puzzles"]:
            at = told["position"]
            assert (at["variant"], at["misere"]) == (wish.get("variant", "classic"), wish.get("misere", False))
            assert wish.get("trump") in (None, at["trump"])
            assert wish.get("players") in (None, at["players"]) and wish.get("options", {}) == at["options"]
            assert told["grade"] in wish.get("grade", range(1, 6)) and told["form"] == wish.get("form", "open")
            assert (told["gap"] or 5000) >= wish.get("gap", 5) and told["choices"] >= wish.get("choices", 2)
            asked = wish.get("goal", [])
            assert not asked or set(told["goal"]) & set([asked] if isinstance(asked, str) else asked)
            assert told["tricks"] in ([4] if wish.get("tricks") == 4 else [3, 4])
    theme = next(theme for puzzle in library(4) for theme in puzzle.themes)
    for told in made(client, "solution=true", theme=[theme])["puzzles"]:
        assert theme in told["themes"]


def test_the_seed_is_told_and_finds_the_same_again(client: FlaskClient) -> None:
    bare = {key: value for key, value in QUICK.items() if key != "seed"}
    one, two = (client.post("/v1/puzzles/generate", json=bare).get_json() for _ in range(2))
    assert one["seed"] != two["seed"]
    again = made(client, seed=one["seed"])
    assert again["puzzles"] == one["puzzles"] and again["found"] == 1


def test_a_stream_tells_each_puzzle_and_how_far_it_got(client: FlaskClient) -> None:
    plain = made(client, count=2)
    for query, headers in (("?stream=true", {}), ("", {"Accept": NDJSON})):
        reply = client.post(f"/v1/puzzles/generate{query}", json={**QUICK, "count": 2}, headers=headers)
        *told, end = lines(reply)
        assert told == plain["puzzles"]
        assert set(end) == {"found", "deals", "complete", "seed"} | TOLD
        assert {key: end[key] for key in ("found", "deals", "complete", "seed")}.items() <= plain.items()
    whole, _ = lines(client.post("/v1/puzzles/generate?stream=true&solution=true", json=QUICK))
    assert whole["answer"] and whole["solution"]


def test_past_the_time_the_reply_is_what_was_found() -> None:
    client = create_app(Config(seconds=0.4)).test_client()
    begun = time.monotonic()
    body = made(client, "seconds=3000", **ENDLESS)
    assert time.monotonic() - begun < 5
    assert (body["puzzles"], body["found"], body["complete"]) == ([], 0, False)
    (end,) = lines(client.post("/v1/puzzles/generate?stream=true&seconds=0.1", json=ENDLESS))
    assert (end["found"], end["complete"]) == (0, False)
    body = made(client, "seconds=0.25", count=20, variant="contree", tricks=[5, 6])
    assert (body["found"], body["complete"]) == (len(body["puzzles"]), body["found"] == 20)
    game = rebelote.Game(rebelote.Rules.preset("contree"))
    wanted = rebelote.puzzles(game, tricks=(5, 6), seed=1)
    with closing(wanted):  # type: ignore[type-var]
        for told in body["puzzles"]:
            assert told.items() >= next(wanted).task().items()


def test_what_was_made_can_be_asked_for_and_tried(client: FlaskClient) -> None:
    (told,) = made(client, "solution=true", seed=3)["puzzles"]
    assert told["id"] not in {puzzle.id for puzzle in rebelote.collection()}
    body = answered(client.get(f"/v1/puzzles/{told['id']}?solution=true"), ONE)
    assert body.items() >= told.items()
    assert attempt(client, told["id"], told["answer"][0])["right"]
    assert attempt(client, told["id"], told["refutations"][0]["card"])["reply"] == told["refutations"][0]["line"]
    assert client.get(f"/v1/puzzles/{told['id']}?format=html").status_code == 200
    # A line of a file of puzzles, with what is for people and for the task left out.
    line = {key: value for key, value in told.items() if key not in ("text", "solution", "tricks")}
    assert rebelote.verify_puzzle(rebelote.puzzle_of(line)) == []
    # Another application knows nothing of it.
    refused(create_app().test_client().get(f"/v1/puzzles/{told['id']}"), 404, "unknown_puzzle")


def test_only_the_last_ones_made_are_kept() -> None:
    app = create_app()
    assert app.extensions["rebelote"].puzzles.most == KEPT == 1000
    app.extensions["rebelote"] = replace(app.extensions["rebelote"], puzzles=PuzzleStore(2))
    client = app.test_client()
    first, second, third = (told["id"] for told in made(client, count=3)["puzzles"])
    refused(client.get(f"/v1/puzzles/{first}"), 404, "unknown_puzzle")
    answered(client.get(f"/v1/puzzles/{second}"), ONE)
    fourth = made(client, seed=3)["puzzles"][0]["id"]
    answered(client.get(f"/v1/puzzles/{second}"), ONE)
    refused(client.get(f"/v1/puzzles/{third}"), 404, "unknown_puzzle")
    answered(client.get(f"/v1/puzzles/{fourth}"), ONE)


def test_an_id_stands_for_one_puzzle_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is the same but for the names of suits would be judged by the other's cards: it is passed over."""
    first, second = library(2)
    other = replace(second, id=first.id)
    store = PuzzleStore()
    assert store.keep(first) is first and store.keep(other) is first and store.find(first.id) is first

    def found(*_: object, **__: object) -> Iterator[Puzzle]:
        yield from (first, other, second)

    monkeypatch.setattr(rebelote, "puzzles", found)
    assert [told["id"] for told in made(create_app().test_client(), count=2)["puzzles"]] == [first.id, second.id]


def test_the_store_is_for_many_threads() -> None:
    store, wrong = PuzzleStore(50), list[str]()
    (one,) = library(1)
    ids = [f"x-{i}" for i in range(200)]

    def work(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(2000):
            puzzle_id = rng.choice(ids)
            if rng.random() < 0.5:
                found = store.keep(replace(one, id=puzzle_id))
            else:
                found = store.find(puzzle_id) or replace(one, id=puzzle_id)
            if found.id != puzzle_id or len(store) > 50:
                wrong.append(puzzle_id)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(store) == 50


#: Seeds that find their first puzzle soon.
SEEDS = (0, 1, 3, 4)


def test_many_at_once_are_answered_one_after_another() -> None:
    app = create_app()
    bodies: dict[int, Any] = {}

    def ask(seed: int) -> None:
        bodies[seed] = app.test_client().post("/v1/puzzles/generate", json={**QUICK, "seed": seed}).get_json()

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in SEEDS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    client = app.test_client()
    assert sorted(bodies) == sorted(SEEDS)
    for seed, body in bodies.items():
        assert body["complete"]
        assert made(client, seed=seed)["puzzles"] == body["puzzles"]
        answered(client.get(f"/v1/puzzles/{body['puzzles'][0]['id']}"), ONE)


def test_every_fault_of_a_wish_is_listed(client: FlaskClient) -> None:
    bad = {
        "variant": "bridge", "players": 7, "trump": "Z", "misere": 0, "options": {"last_trick": -1, "variant": 1},
        "tricks": [5, 4], "count": 21, "seed": -1, "goal": ["peace", "no_trick"], "theme": "miracle", "grade": [1, 9],
        "gap": "5", "choices": 1.5, "form": "shut", "share": 0, "colour": 1,
    }  # fmt: skip
    faults = refused(client.post("/v1/puzzles/generate?seconds=0&lang=xx&colour=1", json=bad), 422, "bad_wish")
    assert sorted(wheres(faults)) == sorted(
        ["query.seconds", "query.lang", "query.colour", "variant", "trump", "misere", "options.last_trick",
         "options.variant", "tricks", "count", "seed", "goal[0]", "theme", "grade[1]", "gap", "choices", "form",
         "share", "colour"]
    )  # fmt: skip
    told = {fault["where"]: fault["message"] for fault in faults}
    assert all(name in told["theme"] for name in rebelote.THEMES)
    assert all(name in told["variant"] for name in rebelote.VARIANTS)
    assert all(name in told["colour"] for name in GenerateBody.model_fields)


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ({"variant": None}, "variant"),
        ({"players": 2}, "players"),
        ({"players": None}, "players"),
        ({"trump": "NT"}, "trump"),
        ({"tricks": 9}, "tricks"),
        ({"tricks": []}, "tricks"),
        ({"tricks": [3, 4, 5]}, "tricks"),
        ({"tricks": [3, None]}, "tricks[1]"),
        ({"tricks": True}, "tricks"),
        ({"goal": "no_trick"}, "goal"),
        ({"goal": ["points", "sweep"], "misere": True}, "goal"),
        ({"share": 0.5}, "share"),
        ({"seed": None}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"count": "2"}, "count"),
        ({"count": None}, "count"),
        ({"theme": [[]]}, "theme[0]"),
        ({"options": []}, "options"),
        ({"options": {"strains": ["NT"]}, "trump": "H"}, "trump"),
    ],
)
def test_what_cannot_be_wished_is_named(client: FlaskClient, wish: dict[str, Any], where: str) -> None:
    faults = refused(client.post("/v1/puzzles/generate", json={**QUICK, **wish}), 422, "bad_wish")
    assert wheres(faults) == [where]


def test_what_is_no_wish_is_a_problem(client: FlaskClient) -> None:
    path = "/v1/puzzles/generate"
    for data in ("[]", "7", '"classic"', "null"):
        assert [fault["code"] for fault in refused(client.post(path, data=data), 422, "bad_wish")] == ["not_an_object"]
    assert wheres(refused(client.post(path, json={}), 422, "bad_wish")) == ["variant"]
    assert wheres(refused(client.post(f"{path}?seconds=0", json=QUICK), 422, "bad_query")) == ["query.seconds"]
    refused(client.post(path, data="{"), 400, "bad_json")
    refused(client.post(path, data=b" " * 70_000), 413, "body_too_large")
    refused(client.post(path, data="classic", content_type="text/html"), 415, "unsupported_media_type")


def test_an_unexpected_error_tells_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    (one,) = library(1)

    def fails(*_: object, **__: object) -> Iterator[Puzzle]:
        yield one
        raise RuntimeError("inner secret")

    monkeypatch.setattr(rebelote, "puzzles", fails)
    client = create_app().test_client()
    reply = client.post("/v1/puzzles/generate", json={**QUICK, "count": 2})
    assert refused(reply, 500, "internal_error") == [] and "secret" not in reply.text
    reply = client.post("/v1/puzzles/generate?stream=true", json={**QUICK, "count": 2})
    first, last = (json.loads(line) for line in reply.text.splitlines())
    assert first["id"] == one.id
    ProblemReply.model_validate(last["error"])
    assert last["error"]["code"] == "internal_error" and "secret" not in reply.text


# --- an end when nobody listens --------------------------------------------------------


class Watched:
    """``rebelote.puzzles``, which tells when it begins and when it is over, and never finds any."""

    def __init__(self, first: Puzzle | None = None) -> None:
        self.begun, self.over, self.first = threading.Event(), threading.Event(), first

    def __call__(self, *_: Any, stop: StopFlag, **__: Any) -> Iterator[Puzzle]:
        try:
            self.begun.set()
            if self.first is not None:
                yield self.first
            end = time.monotonic() + 15
            while not stop.is_set() and time.monotonic() < end:
                time.sleep(0.01)
        finally:
            if stop.is_set():
                self.over.set()


def test_a_search_ends_with_its_client(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    monkeypatch.setattr(rebelote, "puzzles", watched)
    gone = {"waitress.client_disconnected": watched.begun.is_set}
    client = create_app(Config(seconds=60)).test_client()
    reply = client.post("/v1/puzzles/generate", json=QUICK, environ_overrides=gone)
    assert watched.over.is_set()
    assert answered(reply, GENERATE)["found"] == 0


def test_closing_a_stream_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(library(1)[0])
    monkeypatch.setattr(rebelote, "puzzles", watched)
    client = create_app(Config(seconds=60)).test_client()
    reply = client.post("/v1/puzzles/generate?stream=true", json={**QUICK, "count": 5}, buffered=False)
    assert watched.first is not None
    assert json.loads(next(iter(reply.response)))["id"] == watched.first.id
    assert not watched.over.is_set()
    reply.close()
    assert watched.over.wait(5)


def test_a_search_ends_when_the_service_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    monkeypatch.setattr(rebelote, "puzzles", watched)
    app = create_app(Config(seconds=60))
    threading.Thread(target=lambda: watched.begun.wait(10) and app.extensions["rebelote"].stop.set()).start()
    assert answered(app.test_client().post("/v1/puzzles/generate", json=QUICK), GENERATE)["complete"] is False
    assert watched.over.is_set()
    # One that waits behind another does not even begin.
    waiting = create_app()
    hold = threading.Event()
    waiting.extensions["rebelote"].single.submit(hold.wait, 15)
    waiting.extensions["rebelote"].stop.set()
    refused(waiting.test_client().post("/v1/puzzles/generate", json=QUICK), 503, "interrupted")
    (line,) = waiting.test_client().post("/v1/puzzles/generate?stream=true", json=QUICK).text.splitlines()
    assert json.loads(line)["error"]["code"] == "interrupted"
    hold.set()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server in this process."""
    app = create_app(Config(seconds=60))
    server = Server(app, "127.0.0.1", 0, 2)
    threading.Thread(target=server.run, daemon=True).start()
    yield int(server.urls[0].rpartition(":")[2])
    app.extensions["rebelote"].stop.set()


@pytest.mark.parametrize("stream", ["true", "false"])
def test_a_connection_that_is_closed_ends_the_search(monkeypatch: pytest.MonkeyPatch, port: int, stream: str) -> None:
    watched = Watched(library(1)[0])
    monkeypatch.setattr(rebelote, "puzzles", watched)
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("POST", f"/v1/puzzles/generate?stream={stream}", json.dumps({**QUICK, "count": 2}))
    assert watched.begun.wait(10)
    if stream == "true":  # it comes as it is found
        assert "id" in json.loads(link.getresponse().readline())
    assert not watched.over.is_set()
    link.close()
    assert watched.over.wait(5)
    other = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    other.request("GET", "/v1/puzzles?limit=1")
    assert json.load(other.getresponse())["total"] == len(rebelote.collection())
    other.close()


CLIENT = create_app(Config(seconds=0.05)).test_client()


@given(st.dictionaries(st.sampled_from([*GenerateBody.model_fields, "x"]), VALUES, max_size=4))
def test_no_value_of_any_key_breaks_a_wish(changes: dict[str, Any]) -> None:
    reply = CLIENT.post("/v1/puzzles/generate?seconds=0.01", json={**QUICK, **changes})
    if reply.status_code == 200:
        answered(reply, GENERATE)
    else:
        assert refused(reply, 422, "bad_wish")
