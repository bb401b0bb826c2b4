"""Analyses over HTTP: data and reports, luck, bidding and other cards, limits, and every fault."""

from __future__ import annotations

import json
import time
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
from rebelote_service.schemas import ProblemReply

RECORDS = Path(__file__).parent.parent / "examples" / "records"
REPLY = ADDRESSES["/v1/analyse", "post"].reply
SMALL = "gambler H 0 A.T../K.9.. side=0 plays=AS-KS-TH-9H"


def record(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return data


GAMBLER, CLASSIC = record("gambler"), record("classic")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def answered(reply: TestResponse) -> dict[str, Any]:
    assert reply.status_code == 200, reply.text
    REPLY.model_validate_json(reply.data)
    body: dict[str, Any] = reply.get_json()
    return body


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert body["code"] == code
    found: list[dict[str, Any]] = body.get("problems", [])
    return found


# --- answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.iterdir() if path.stem != "capo"))
def test_the_answer_is_that_of_the_library(client: FlaskClient, name: str) -> None:
    body = answered(client.post("/v1/analyse", json=record(name)))
    found = rebelote.analyse(record(name))
    assert body.items() >= found.to_dict().items()
    assert body["text"] == rebelote.explain(found)
    assert (body["rules"]["variant"], body["engine"]["name"]) == (record(name)["variant"], "rebelote")


@pytest.mark.parametrize("language", ["en", "fr", "ru", "uk"])
def test_words_and_reports_in_every_language(client: FlaskClient, language: str) -> None:
    found = rebelote.analyse(GAMBLER)
    path = f"/v1/analyse?lang={language}"
    assert answered(client.post(path, json=GAMBLER))["text"] == rebelote.explain(found, language)
    page = client.post(f"{path}&format=html", json=GAMBLER)
    assert (page.mimetype, page.text) == ("text/html", rebelote.to_html(found, language))
    text = client.post(f"{path}&format=markdown", json=GAMBLER)
    assert (text.mimetype, text.text) == ("text/markdown", rebelote.to_markdown(found, language))
    assert "charset=utf-8" in page.content_type and "charset=utf-8" in text.content_type


def test_a_page_may_run_and_load_nothing(client: FlaskClient) -> None:
    named = {**GAMBLER, "tags": {"0": "<script>alert(1)</script>"}}
    page = client.post("/v1/analyse?format=html", json=named)
    assert page.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert "<script" not in page.text and "&lt;script&gt;" in page.text


def test_luck_and_bidding_are_those_of_the_library(client: FlaskClient) -> None:
    asked = {"worlds": 12, "seed": 3}
    body = answered(client.post("/v1/analyse?luck=true&bidding=true&worlds=12&seed=3", json=GAMBLER))
    wanted = rebelote.analyse(GAMBLER, luck=True, bidding=True, **asked).to_dict()  # type: ignore[arg-type]
    assert body["luck"] == wanted["luck"] and len(body["luck"]) > 1
    assert body["bidding"] == wanted["bidding"] and body["bidding"]["rows"]
    other = answered(client.post("/v1/analyse?luck=true&worlds=12&seed=4", json=GAMBLER))
    assert other["luck"] != body["luck"] and other["bidding"] is None
    plain = answered(client.post("/v1/analyse", json=GAMBLER))
    assert (plain["luck"], plain["bidding"]) == (None, None)
    ending = answered(client.post("/v1/analyse?bidding=true&luck=true", json=SMALL))
    assert ending["bidding"] is None and [one["card"] for one in ending["luck"]] == ["AS"]


# --- another card ----------------------------------------------------------------------


def test_another_card_and_the_deal_replayed(client: FlaskClient) -> None:
    body = answered(client.post("/v1/analyse", json=GAMBLER, query_string={"again": "5.1:TS KS"}))
    assert body.items() >= rebelote.attempt(GAMBLER, "8:TS KS").to_dict().items()
    assert (body["moment"], body["card"], body["plays"], body["loss"]) == (8, "TS", ["KS"], 0)
    replayed = answered(client.post("/v1/analyse", json=body["deal"]))
    assert (replayed["values"][-1], replayed["complete"]) == (body["value"], True)
    page = client.post("/v1/analyse?again=8:TS&format=markdown", json=GAMBLER)
    assert page.text == rebelote.to_markdown(rebelote.try_again(GAMBLER, 8, "TS").analysis())
    few = answered(client.post("/v1/analyse?again=0:9D&nodes=1", json=CLASSIC))
    assert (few["exact"], few["value"], few["line"]) == (False, None, [])


@pytest.mark.parametrize(
    "again", ["", "x", "8", "8:", "8:XX", "8:QC", "99:TS", "0.1:TS", "1.3:TS", "18:TS", "8:TS TS", "8:TS 8C", "1:1:1"]
)
def test_what_cannot_be_tried_is_a_fault_of_the_query(client: FlaskClient, again: str) -> None:
    reply = client.post("/v1/analyse", json=GAMBLER, query_string={"again": again})
    (fault,) = refused(reply, 422, "bad_query")
    assert (fault["code"], fault["where"]) == ("bad_parameter", "query.again")


# --- limits ----------------------------------------------------------------------------


def test_past_the_budget_there_is_no_summary_and_no_wrong_value(client: FlaskClient) -> None:
    for query in ("", "&luck=true&bidding=true"):
        body = answered(client.post(f"/v1/analyse?nodes=1{query}", json=CLASSIC))
        assert (body["exact"], body["finished"], body["text"], body["turning"]) == (False, False, [], [])
        assert (body["balance"], body["seats"], body["luck"], body["bidding"]) == (None, [], None, None)
    assert client.post("/v1/analyse?nodes=1&format=html", json=CLASSIC).status_code == 200


def test_a_request_cannot_raise_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    real = rebelote.analyse

    def listen(item: Any, **limits: Any) -> rebelote.Analysis:
        asked.append(limits)
        return real(item, **limits | {"worlds": 2})

    monkeypatch.setattr(rebelote, "analyse", listen)
    client = create_app(Config(nodes=900_000, seconds=0.5, hint_worlds=50)).test_client()
    answered(client.post("/v1/analyse?luck=true&worlds=1000000&seconds=3000&nodes=90000000", json=GAMBLER))
    answered(client.post("/v1/analyse?luck=true&worlds=7&seconds=0.25&nodes=80000", json=GAMBLER))
    told = [(limits["worlds"], limits["seconds"], limits["nodes"]) for limits in asked]
    assert told == [(50, 0.5, 900_000), (7, 0.25, 80_000)]


def test_the_time_is_kept(client: FlaskClient) -> None:
    """The rest is then judged by fewer deals, and the verdicts are there all the same."""
    begun = time.monotonic()
    body = answered(client.post("/v1/analyse?luck=true&worlds=20000&seconds=0.5", json=CLASSIC))
    assert time.monotonic() - begun < 8
    costly = [i for i, card in enumerate(rebelote.analyse(CLASSIC).cards) if card.costly]
    assert [one["moment"] for one in body["luck"]] == costly
    assert any(one["solved"] < 20_000 and not one["exact"] for one in body["luck"])


def test_bidding_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    def endless(*_: object, stop: rebelote.StopFlag, **__: object) -> None:
        while not stop.is_set():
            time.sleep(0.01)
        raise rebelote.Interrupted("stopped")

    monkeypatch.setattr(rebelote, "bidding_review", endless)
    assert answered(client.post("/v1/analyse?bidding=true&seconds=0.2", json=GAMBLER))["bidding"] is None


def test_a_client_that_goes_away_ends_the_work(monkeypatch: pytest.MonkeyPatch, client: FlaskClient) -> None:
    stopped: list[bool] = []

    def endless(*_: object, stop: rebelote.StopFlag, **__: object) -> None:
        begun = time.monotonic()
        while not stop.is_set() and time.monotonic() - begun < 10:
            time.sleep(0.01)
        stopped.append(stop.is_set())
        raise rebelote.Interrupted("stopped")

    monkeypatch.setattr(rebelote, "analyse", endless)
    gone = {"waitress.client_disconnected": lambda: True}
    refused(client.post("/v1/analyse?luck=true", json=GAMBLER, environ_overrides=gone), 503, "interrupted")
    assert stopped == [True]


def test_analyses_end_when_the_service_is_told_to_stop() -> None:
    app = create_app()
    app.extensions["rebelote"].stop.set()
    for query in ("", "?luck=true", "?again=8:TS"):
        refused(app.test_client().post(f"/v1/analyse{query}", json=GAMBLER), 503, "interrupted")


# --- faults ----------------------------------------------------------------------------


def test_faults_of_query_and_deal_are_listed_together(client: FlaskClient) -> None:
    bad = {**GAMBLER, "leader": 7, "colour": 1}
    query = "luck=perhaps&worlds=0&seconds=nan&lang=bg&format=pdf&seed=-1&again=8:TS"
    faults = refused(client.post(f"/v1/analyse?{query}", json=bad), 422, "bad_record")
    wheres = [fault.get("where", "") for fault in faults]
    assert {f"query.{name}" for name in ("luck", "worlds", "seconds", "lang", "format", "seed")} <= set(wheres)
    assert {"leader", "colour"} <= set(wheres)
    (both,) = refused(client.post("/v1/analyse?again=8:TS&luck=true", json=GAMBLER), 422, "bad_query")
    assert both["where"] == "query.again"
    refused(client.post("/v1/analyse?again=8:TS", json={**GAMBLER, "written": [1, 2]}), 422, "bad_record")


def test_the_description_names_the_reports_and_parameters(client: FlaskClient) -> None:
    operation = client.get("/openapi.json").get_json()["paths"]["/v1/analyse"]["post"]
    assert set(operation["responses"]["200"]["content"]) == {"application/json", "text/markdown", "text/html"}
    names = [parameter["name"] for parameter in operation["parameters"]]
    assert {"nodes", "luck", "bidding", "worlds", "seconds", "seed", "again", "lang", "format"} == set(names)
    told = (Path(__file__).parents[1] / "docs" / "http.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in told for name in names)


CLIENT = create_app().test_client()
WORDS = st.sampled_from(["", "true", "html", "8:TS", "5.1:TS KS", "1", "0.001", "en", "-1", "markdown"]) | st.text(
    max_size=9
)
NAMES = st.sampled_from(["luck", "bidding", "worlds", "seconds", "seed", "again", "lang", "format", "nodes", "x"])


@given(st.dictionaries(NAMES, WORDS, max_size=3))
def test_no_query_breaks_an_analysis(query: dict[str, str]) -> None:
    reply = CLIENT.post("/v1/analyse", json=SMALL, query_string=query)
    if reply.status_code != 200:
        assert refused(reply, 422, "bad_query")
    elif reply.mimetype == "application/json":
        answered(reply)
