"""Puzzles over HTTP: the collection, one puzzle, tries at it; and every fault."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import rebelote
from puzzlehttp import (
    GENERATE,
    LIST,
    MOVES,
    NDJSON,
    ONE,
    SCALARS,
    SECRETS,
    TASK,
    TOLD,
    VALUES,
    WORDS,
    answered,
    attempt,
    listed,
    refused,
    wheres,
)
from rebelote import Puzzle
from rebelote.puzzling import finding, puzzles
from rebelote_service.app import create_app
from rebelote_service.config import Config
from rebelote_service.schemas.puzzlequeries import GenerateBody, PuzzlesQuery, TryBody


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="module")
def some() -> list[Puzzle]:
    """Puzzles of every game and form of the collection."""
    found = [rebelote.collection(variant, form=form)[:2] for variant in rebelote.VARIANTS for form in puzzles.FORMS]
    return [puzzle for few in found for puzzle in few]


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
    for told in listed(client, limit=100)["puzzles"] + listed(client, limit=100, form="hand")["puzzles"]:
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
    first = rebelote.task_text(rebelote.collection()[0], language)
    assert listed(client, lang=language)["puzzles"][0]["text"] == first
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


CLIENT = create_app(Config(nodes=200_000)).test_client()


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
