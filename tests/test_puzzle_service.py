"""Puzzles over HTTP: the collection, one puzzle, tries at it, new ones; limits, and every fault."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

import rebelote
from rebelote import Puzzle, StopFlag
from rebelote.puzzling import finding, puzzles
from rebelote_service.app import create_app
from rebelote_service.config import Config
from rebelote_service.openapi import ADDRESSES
from rebelote_service.puzzlestore import KEPT, PuzzleStore
from rebelote_service.schemas import ProblemReply
from rebelote_service.schemas.puzzlequeries import GenerateBody, PuzzlesQuery, TryBody
from rebelote_service.schemas.puzzles import GenerateLine
from rebelote_service.server import Server

LIST, ONE, MOVES, GENERATE = (
    ("/v1/puzzles", "get"),
    ("/v1/puzzles/{puzzle_id}", "get"),
    ("/v1/puzzles/{puzzle_id}/moves", "post"),
    ("/v1/puzzles/generate", "post"),
)
NDJSON = "application/x-ndjson"
#: What a task has; with one hand seen ``view`` stands in the place of ``position``.
TASK = {"id", "version", "form", "position", "goal", "tricks", "grade", "text"}
#: What gives a solution away.
SECRETS = {"answer", "line", "choices", "gap", "refutations", "themes", "measures", "shares", "source", "solution"}
TOLD = {"rules", "engine", "elapsed_ms"}
QUICK = {"variant": "classic", "tricks": [3, 4], "seed": 1}
#: Hardly a deal has such a puzzle: no machine is done before it is told to stop.
ENDLESS = {"variant": "classic", "tricks": 8, "seed": 1, "gap": 5000, "goal": "points"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="module")
def some() -> list[Puzzle]:
    """Puzzles of every game and form of the collection."""
    found = [rebelote.collection(variant, form=form)[:2] for variant in rebelote.VARIANTS for form in puzzles.FORMS]
    return [puzzle for few in found for puzzle in few]


def answered(reply: TestResponse, address: tuple[str, str]) -> dict[str, Any]:
    assert reply.status_code == 200, reply.text
    ADDRESSES[address].reply.model_validate_json(reply.data)
    body: dict[str, Any] = reply.get_json()
    return body


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert (body["status"], body["code"]) == (status, code)
    found: list[dict[str, Any]] = body.get("problems", [])
    return found


def wheres(faults: list[dict[str, Any]]) -> list[str]:
    return [fault.get("where", "") for fault in faults]


def lines(reply: TestResponse) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.mimetype) == (200, NDJSON), reply.text
    found = [json.loads(line) for line in reply.text.splitlines()]
    for line in reply.text.splitlines():
        GenerateLine.model_validate_json(line)
    return found


def listed(client: FlaskClient, **query: Any) -> dict[str, Any]:
    return answered(client.get("/v1/puzzles", query_string=query), LIST)


def attempt(client: FlaskClient, puzzle_id: str, card: Any, played: Any = ()) -> dict[str, Any]:
    body = {"card": str(card), "played": played if isinstance(played, str) else [str(one) for one in played]}
    TryBody.model_validate(body)
    return answered(client.post(f"/v1/puzzles/{puzzle_id}/moves", json=body), MOVES)


# --- the collection --------------------------------------------------------------------


def test_the_pages_together_are_the_collection(client: FlaskClient) -> None:
    whole = rebelote.collection()
    assert len(whole) > 20
    ids, offset = [], 0
    while offset is not None:
        page = listed(client, limit=100, offset=offset)
        assert (page["total"], page["offset"]) == (len(whole), offset)
        ids += [puzzle["id"] for puzzle in page["puzzles"]]
        offset = page["next"]
    assert ids == [puzzle.id for puzzle in whole]
    page = listed(client, offset=3)
    assert [puzzle["id"] for puzzle in page["puzzles"]] == ids[3:23] and page["next"] == 23
    last = listed(client, offset=len(ids) - 1)
    assert len(last["puzzles"]) == 1 and last["next"] is None
    behind = listed(client, offset=2**31 - 1)
    assert (behind["puzzles"], behind["next"], behind["total"]) == ([], None, len(ids))
    assert page["engine"] == {"name": "rebelote", "version": rebelote.__version__}


def test_what_is_listed_is_the_task_and_nothing_of_the_solution(client: FlaskClient) -> None:
    page = listed(client, limit=100)
    assert {puzzle["form"] for puzzle in page["puzzles"]} | {"open"} == {"open", "hand"} or page["next"]
    for told in page["puzzles"]:
        wanted = TASK if told["form"] == "open" else TASK - {"position"} | {"view"}
        assert set(told) - {"stakes"} == wanted
        puzzle = rebelote.puzzle_by_id(told["id"])
        assert told.items() >= puzzle.task().items()
        assert told["text"] == rebelote.task_text(puzzle)


def test_one_hand_seen_leaves_the_others_out(client: FlaskClient) -> None:
    (first, *_) = rebelote.collection(form="hand")
    for path in ("/v1/puzzles?form=hand&limit=100", f"/v1/puzzles/{first.id}"):
        body = client.get(path).get_json()
        for told in body.get("puzzles", [body]):
            assert "hands" not in json.dumps(told) and told["view"]["hand"]


def test_each_filter_finds_as_many_as_the_counts_say(client: FlaskClient) -> None:
    page = listed(client, limit=1)
    assert list(page["counts"]) == [name for name in PuzzlesQuery.model_fields if name in page["counts"]]
    assert set(page["counts"]) == {"variant", "players", "theme", "grade", "goal", "form", "tricks"}
    for name, values in page["counts"].items():
        assert values
        for value, count in values.items():
            found = listed(client, **{name: value, "limit": 1})
            assert found["total"] == count > 0, (name, value)
            # Its own filter leaves the counts of a filter as they are: the others can still be chosen.
            assert found["counts"][name] == values
    both = listed(client, variant="classic", grade=3, solution="true", limit=100)
    assert both["total"] == len(rebelote.collection("classic", grade=3)) == both["counts"]["grade"]["3"]
    assert all((one["position"]["variant"], one["grade"]) == ("classic", 3) for one in both["puzzles"])


def test_themes_are_told_with_the_solution_only(client: FlaskClient) -> None:
    theme = next(iter(listed(client, limit=1)["counts"]["theme"]))
    for told in listed(client, theme=theme)["puzzles"]:
        assert not SECRETS & set(told)
    for told in listed(client, theme=theme, solution="true")["puzzles"]:
        assert theme in told["themes"] and told["solution"]


def test_what_is_not_there_is_refused_with_what_is(client: FlaskClient) -> None:
    query = "variant=bridge&theme=miracle&grade=6&goal=peace&form=shut&tricks=0&players=5&limit=101&offset=-1&lang=xx"
    faults = refused(client.get(f"/v1/puzzles?{query}&solution=perhaps&colour=red&grade=1"), 422, "bad_query")
    told = {fault["where"]: fault["message"] for fault in faults if fault["code"] == "bad_parameter"}
    names = [one.partition("=")[0] for one in query.split("&")]
    assert set(told) == {f"query.{name}" for name in [*names, "solution"]}
    assert all(variant in told["query.variant"] for variant in rebelote.VARIANTS)
    assert all(theme in told["query.theme"] for theme in rebelote.THEMES)
    assert all(goal in told["query.goal"] for goal in finding.GOALS)
    assert {fault["code"] for fault in faults} == {"bad_parameter", "unknown_parameter", "repeated_parameter"}
    long = refused(client.get("/v1/puzzles", query_string={"theme": "{x}" + "a" * 5000}), 422, "bad_query")
    assert len(long[0]["message"]) < 500 and "{x}" in long[0]["message"]


# --- one puzzle ------------------------------------------------------------------------


def test_one_puzzle_is_the_task_or_all_of_it(client: FlaskClient, some: list[Puzzle]) -> None:
    assert {puzzle.form for puzzle in some} == {"open", "hand"}
    for puzzle in some:
        body = answered(client.get(f"/v1/puzzles/{puzzle.id}"), ONE)
        assert body.items() >= puzzle.task().items()
        assert not SECRETS & set(body) and set(body) >= TOLD
        assert body["rules"]["variant"] == puzzle.position.rules.variant
        body = answered(client.get(f"/v1/puzzles/{puzzle.id}?solution=true"), ONE)
        assert body.items() >= puzzle.to_dict().items()
        assert (body["text"], body["solution"]) == (rebelote.task_text(puzzle), rebelote.solution_text(puzzle))


@pytest.mark.parametrize("language", ["en", "fr", "ru", "uk"])
def test_words_and_pages_in_every_language(client: FlaskClient, some: list[Puzzle], language: str) -> None:
    puzzle = some[0]
    path = f"/v1/puzzles/{puzzle.id}?lang={language}"
    body = answered(client.get(f"{path}&solution=true"), ONE)
    assert body["text"] == rebelote.task_text(puzzle, language)
    assert body["solution"] == rebelote.solution_text(puzzle, language)
    assert listed(client, lang=language)["puzzles"][0]["text"] == body["text"]
    for solution in (True, False):
        page = client.get(f"{path}&format=html&solution={solution}")
        assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
        assert page.text == rebelote.puzzles_html([puzzle], language, solutions=solution)


class Fetched(HTMLParser):
    """What a page would fetch or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe", "object", "embed", "base", "form"):
            self.found.append(tag)
        for name, value in attrs:
            inside = (value or "").startswith("#")
            if name.startswith("on") or (name in ("href", "xlink:href", "src", "srcset", "data") and not inside):
                self.found.append(f"{name}={value}")


def test_a_page_may_run_and_load_nothing(client: FlaskClient, some: list[Puzzle]) -> None:
    for puzzle in some:
        page = client.get(f"/v1/puzzles/{puzzle.id}?format=html&solution=true")
        assert page.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
        assert Fetched(page.text).found == []
        assert "@import" not in page.text and "url(" not in page.text.replace("url(#", "")
    assert Fetched("<a href='#x' onclick='y'><img src=z>").found == ["onclick=y", "img", "src=z"]


WEIRD = ["nothing", "classic-0000000000", "a/b", "a%2Fb", "..", "%2e%2e%2fetc", "%00", "x" * 10_000, "пазл ☃", "%ff",
         "😀" * 300, "{id}", "'; --", "%0dX: y", "a//b", "generate2", "moves"]  # fmt: skip


@pytest.mark.parametrize("puzzle_id", WEIRD, ids=[str(i) for i in range(len(WEIRD))])
def test_unknown_ids_are_problems(client: FlaskClient, puzzle_id: str) -> None:
    replies = (
        client.get(f"/v1/puzzles/{puzzle_id}"),
        client.get(f"/v1/puzzles/{puzzle_id}?solution=true&format=html"),
        client.post(f"/v1/puzzles/{puzzle_id}/moves", json={"card": "TH"}),
    )
    for reply in replies:
        (fault,) = refused(reply, 404, "unknown_puzzle")
        assert (fault["code"], fault["where"]) == ("unknown_puzzle", "id")
        assert len(fault["message"]) < 250 and len(reply.data) < 2500
    assert "nothing" in client.get("/v1/puzzles/nothing").get_json()["detail"]


def test_faults_of_query_and_body_stand_beside_an_unknown_id(client: FlaskClient) -> None:
    faults = refused(client.get("/v1/puzzles/nothing?format=pdf&colour=1"), 404, "unknown_puzzle")
    assert wheres(faults) == ["query.format", "query.colour", "id"]
    reply = client.post("/v1/puzzles/nothing/moves?nodes=0", json={"played": 7, "colour": 1})
    assert wheres(refused(reply, 404, "unknown_puzzle")) == ["query.nodes", "colour", "card", "played", "id"]
    refused(client.get(f"/v1/puzzles/{rebelote.collection()[0].id}?format=pdf"), 422, "bad_query")


def test_other_methods_are_refused(client: FlaskClient) -> None:
    first = rebelote.collection()[0].id
    for method, path, allowed in (
        ("POST", "/v1/puzzles", "GET"),
        ("DELETE", f"/v1/puzzles/{first}", "GET"),
        ("POST", f"/v1/puzzles/{first}", "GET"),
        ("GET", f"/v1/puzzles/{first}/moves", "POST"),
        ("PUT", f"/v1/puzzles/{first}/moves", "POST"),
        ("GET", "/v1/puzzles/generate", "POST"),
    ):
        reply = client.open(path, method=method)
        refused(reply, 405, "method_not_allowed")
        assert allowed in reply.headers["Allow"]
    refused(client.get("/v1/puzzles/"), 404, "not_found")


# --- tries -----------------------------------------------------------------------------


def test_the_answers_one_after_another_solve_it(client: FlaskClient, some: list[Puzzle]) -> None:
    for puzzle in some:
        played: list[str] = []
        for _ in range(20):
            # What is sent is only what the replies gave, and the right card.
            told = attempt(client, puzzle.id, puzzle.line[len(played)], played)
            assert told["right"] and told["id"] == puzzle.id
            assert told["played"] == [*played, told["card"], *told["reply"]]
            assert set(told) == {"id", "card", "right", "reply", "played", "solved", "rest", "seat", "legal"} | TOLD
            played = told["played"]
            if told["solved"]:
                assert (told["legal"], told["seat"]) == ([], None)
                break
            assert told["seat"] in puzzle.position.side and len(told["legal"]) >= 1
        assert told["solved"]
        if puzzle.form == "open":
            assert puzzle.quest.decided(puzzle.quest.play(map(rebelote.Card, [*played, *told["rest"]]))) is True
            assert len(played) >= len(puzzle.line)
            again = client.post(
                f"/v1/puzzles/{puzzle.id}/moves", json={"card": "TH", "played": [*played, *told["rest"]]}
            )
            assert refused(again, 422, "bad_try")[0]["code"] == "nothing_to_try"


def test_a_wrong_card_is_answered_with_what_refutes_it(client: FlaskClient, some: list[Puzzle]) -> None:
    for puzzle in some:
        wanted = puzzle.refutations if puzzle.form == "open" else [r for r in puzzle.refutations if not r.place]
        assert wanted
        for refuted in wanted:
            before = [str(card) for card in puzzle.line[: refuted.place]]
            told = attempt(client, puzzle.id, refuted.cards[0], " ".join(before))
            assert (told["right"], told["solved"], told["played"]) == (False, False, before)
            assert told["reply"] == [str(card) for card in refuted.line]
            assert told["card"] in told["legal"]
            if puzzle.form == "open":
                after = [*before, told["card"], *told["reply"]]
                assert puzzle.quest.decided(puzzle.quest.play(map(rebelote.Card, after))) is False


def test_every_legal_card_is_right_exactly_when_it_is_of_the_answer(client: FlaskClient, some: list[Puzzle]) -> None:
    for puzzle in some:
        right = [str(card) for card in puzzle.position.legal() if attempt(client, puzzle.id, card)["right"]]
        assert sorted(right) == sorted(map(str, puzzle.answer))


def test_the_answer_is_that_of_the_library(client: FlaskClient, some: list[Puzzle]) -> None:
    puzzle = some[0]
    for card in puzzle.position.legal():
        told = attempt(client, puzzle.id, card)
        assert told.items() >= rebelote.try_card(puzzle, card).to_dict().items()
        assert told["rules"]["variant"] == puzzle.position.rules.variant and told["elapsed_ms"] >= 0
    bare = answered(client.post(f"/v1/puzzles/{puzzle.id}/moves", json={"card": told["card"]}), MOVES)
    assert {**bare, "elapsed_ms": 0} == {**told, "elapsed_ms": 0}


def test_every_fault_of_a_try_is_listed(client: FlaskClient, some: list[Puzzle]) -> None:
    puzzle = some[0]
    path = f"/v1/puzzles/{puzzle.id}/moves"
    right, others = str(puzzle.answer[0]), set(map(str, puzzle.position.legal()))
    foreign = next(str(card) for card in map(rebelote.Card, ("7S", "8H", "9D", "TC")) if str(card) not in others)
    for body, told in (
        ({"card": "XX"}, [("bad_card", "card")]),
        ({"card": 7}, [("bad_type", "card")]),
        ({"card": None}, [("bad_type", "card")]),
        ({"card": foreign}, [("illegal_card", "card")]),
        ({"card": right, "played": ["XX"]}, [("bad_card", "played[0]")]),
        ({"card": "XX", "played": foreign}, [("illegal_card", "played[0]"), ("bad_card", "card")]),
        ({"card": right, "played": [right, right]}, [("illegal_card", "played[1]")]),
        ({"card": right, "played": [[]]}, [("bad_type", "played[0]")]),
        ({"card": right, "played": {}}, [("bad_type", "played")]),
        ({"card": right, "played": None}, [("bad_type", "played")]),
        ({"card": "XX", "played": 7}, [("bad_type", "played"), ("bad_card", "card")]),
        ({"card": "XX", "x" * 500: 1}, [("unknown_key", "x" * 40), ("bad_card", "card")]),
        ({}, [("missing_key", "card")]),
        ({"played": "XX"}, [("missing_key", "card"), ("bad_card", "played[0]")]),
        ({"card": right, "colour": 1, "nodes": 1}, [("unknown_key", "colour"), ("unknown_key", "nodes")]),
        ([], [("not_an_object", "")]),
        ("TH", [("not_an_object", "")]),
    ):
        faults = refused(client.post(path, json=body), 422, "bad_try")
        assert [(fault["code"], fault.get("where", "")) for fault in faults] == told, body
        faults = refused(client.post(f"{path}?nodes=0&colour=1", json=body), 422, "bad_try")
        assert [(fault["code"], fault.get("where", "")) for fault in faults][2:] == told
        assert wheres(faults)[:2] == ["query.nodes", "query.colour"]
    assert wheres(refused(client.post(f"{path}?nodes=0", json={"card": right}), 422, "bad_query")) == ["query.nodes"]
    faults = refused(client.post(f"{path}?nodes=0", data="{"), 400, "bad_json")
    assert [fault["code"] for fault in faults] == ["bad_parameter", "bad_json"]
    refused(client.post(path, data=b" " * 70_000), 413, "body_too_large")
    refused(client.post(path, data="card=TH", content_type="image/png"), 415, "unsupported_media_type")


def test_a_try_is_bounded_by_nodes(client: FlaskClient, some: list[Puzzle]) -> None:
    puzzle = max(some, key=lambda puzzle: puzzle.tricks)
    body = {"card": str(puzzle.answer[0])}
    refused(client.post(f"/v1/puzzles/{puzzle.id}/moves?nodes=1", json=body), 503, "interrupted")
    few = create_app(Config(nodes=1)).test_client()
    refused(few.post(f"/v1/puzzles/{puzzle.id}/moves?nodes=9999999", json=body), 503, "interrupted")


# --- new puzzles -----------------------------------------------------------------------


def made(client: FlaskClient, query: str = "", **wish: Any) -> dict[str, Any]:
    GenerateBody.model_validate({**QUICK, **wish})
    return answered(client.post(f"/v1/puzzles/generate?{query}", json={**QUICK, **wish}), GENERATE)


def library(count: int) -> list[Puzzle]:
    game = rebelote.Game(rebelote.Rules.preset("classic"))
    return list(rebelote.puzzles(game, tricks=(3, 4), count=count, seed=1))


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


def test_the_store_is_for_many_threads(some: list[Puzzle]) -> None:
    store, wrong = PuzzleStore(50), list[str]()
    ids = [f"x-{i}" for i in range(200)]

    def work(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(2000):
            puzzle_id = rng.choice(ids)
            if rng.random() < 0.5:
                found = store.keep(replace(some[0], id=puzzle_id))
            else:
                found = store.find(puzzle_id) or replace(some[0], id=puzzle_id)
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


# --- the description, and whatever may be sent -----------------------------------------


def test_the_addresses_are_described(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    told = (Path(__file__).parents[1] / "docs" / "http.md").read_text(encoding="utf-8")
    for path, method in (LIST, ONE, MOVES, GENERATE):
        operation = paths[path][method]
        names = {one["name"]: one for one in operation["parameters"]}
        assert ("puzzle_id" in names) == ("{" in path) == ("404" in operation["responses"])
        assert all(f"`{name}`" in told for name in names if name != "puzzle_id")
        assert f"`{method.upper()} {path}" in told
    themes = next(one for one in paths[LIST[0]]["get"]["parameters"] if one["name"] == "theme")
    assert list(rebelote.THEMES) == themes["schema"]["enum"]
    assert set(paths[ONE[0]]["get"]["responses"]["200"]["content"]) == {"application/json", "text/html"}
    assert set(paths[GENERATE[0]]["post"]["responses"]["200"]["content"]) == {"application/json", NDJSON}
    for body in (GenerateBody, TryBody):
        assert all(f"`{name}`" in told for name in body.model_fields)
    for code in ("unknown_puzzle", "bad_try", "bad_wish"):
        assert f"`{code}`" in told


def test_the_goals_and_forms_are_those_of_the_library() -> None:
    goals = GenerateBody.model_json_schema()["properties"]["goal"]["anyOf"][0]["enum"]
    assert sorted(goals) == sorted(finding.GOALS)
    assert tuple(GenerateBody.model_json_schema()["properties"]["form"]["enum"]) == puzzles.FORMS
    shipped = {puzzle.goal.kind for puzzle in rebelote.collection()}
    assert shipped <= set(goals)


CLIENT = create_app(Config(seconds=0.05)).test_client()
SCALARS = st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False, allow_infinity=False) | st.text()
WORDS = st.sampled_from(
    ["H", "points", "sweep", "contract", "duck", "open", "hand", "classic", "capo", "ukrainian", ""]
)
VALUES = SCALARS | WORDS | st.lists(SCALARS | WORDS, max_size=3) | st.dictionaries(st.text(), SCALARS, max_size=2)


@given(st.dictionaries(st.sampled_from([*GenerateBody.model_fields, "x"]), VALUES, max_size=4))
def test_no_value_of_any_key_breaks_a_wish(changes: dict[str, Any]) -> None:
    reply = CLIENT.post("/v1/puzzles/generate?seconds=0.01", json={**QUICK, **changes})
    if reply.status_code == 200:
        answered(reply, GENERATE)
    else:
        assert refused(reply, 422, "bad_wish")


@given(st.dictionaries(st.sampled_from(["card", "played", "x"]), VALUES | st.lists(st.sampled_from(["TH", "AS", "x"]))))
def test_no_value_of_any_key_breaks_a_try(body: dict[str, Any]) -> None:
    reply = CLIENT.post(f"/v1/puzzles/{rebelote.collection()[0].id}/moves", json=body)
    if reply.status_code == 200:
        answered(reply, MOVES)
    else:
        assert refused(reply, 422, "bad_try")


@given(
    st.dictionaries(st.sampled_from([*PuzzlesQuery.model_fields, "format", "x"]), SCALARS.map(str) | WORDS, max_size=3)
)
def test_no_query_breaks_the_collection(query: dict[str, str]) -> None:
    for path, address in (("/v1/puzzles", LIST), (f"/v1/puzzles/{rebelote.collection()[0].id}", ONE)):
        reply = CLIENT.get(path, query_string=query)
        if reply.status_code == 200:
            answered(reply, address)
        else:
            assert refused(reply, 422, "bad_query")
