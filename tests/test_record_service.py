"""Whole records over HTTP: scored, checked and written in another form, and every fault in the problem reply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

import rebelote
from generated import GAMES, some
from rebelote import DealRecord
from rebelote_service.app import create_app
from rebelote_service.openapi import ADDRESSES
from rebelote_service.schemas import ProblemReply, RecordBody
from records import CFN, GAMBLER, SMALL, changed
from test_wild_records import corrupted

PATHS = ("/v1/score", "/v1/record")
CLIENT = create_app().test_client()


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return CLIENT


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert body["code"] == code
    found: list[dict[str, Any]] = body["problems"]
    return found


def test_score_tells_what_each_party_writes(client: FlaskClient) -> None:
    body = client.post("/v1/score", json=GAMBLER).get_json()
    assert body.items() >= rebelote.Scorer().add(DealRecord.from_dict(GAMBLER)).to_dict().items()
    assert (body["written"], body["after"], body["result"]) == ([42, 81], [462, 469], "made")
    assert (body["rules"]["variant"], body["engine"]["name"]) == ("gambler", "rebelote")
    assert body["elapsed_ms"] >= 0 and "nodes" not in body
    small = client.post("/v1/score", json=SMALL).get_json()
    assert (small["written"], small["points"]) == (None, [22, 81])


@pytest.mark.parametrize("name", GAMES)
def test_deals_of_every_game_are_answered_in_shape(client: FlaskClient, name: str) -> None:
    for deal in some(name)[:10]:
        RecordBody.model_validate(deal.record)
        for path in PATHS:
            reply = client.post(path, json=deal.record)
            assert reply.status_code == 200, reply.text
            ADDRESSES[path, "post"].reply.model_validate_json(reply.data)


def test_record_writes_every_form(client: FlaskClient) -> None:
    record = DealRecord.from_dict(GAMBLER)
    bodies = [
        {"json": GAMBLER},
        {"json": record.to_text()},
        {"data": record.to_text().encode(), "content_type": "text/plain"},
    ]
    for body in bodies:
        for query in ("", "?to=json"):
            answer = client.post(f"/v1/record{query}", **body)
            assert json.dumps(answer.get_json()["record"]) == json.dumps(GAMBLER)
        assert client.post("/v1/record?to=text", **body).get_json()["text"] == record.to_text()
    answer = client.post("/v1/record?to=cfn", json=CFN).get_json()
    assert (answer["cfn"], answer["rules"]["variant"]) == (CFN, "contree")
    assert set(answer) == {"cfn", "rules", "engine", "elapsed_ms"}


def test_every_fault_of_a_record_is_listed(client: FlaskClient) -> None:
    bad = changed(upcard="8H", melds=[{"seat": 0, "meld": "run 8S 9S TS"}], written=[1], scores=[0, 0, 0])
    for path in PATHS:
        faults = refused(client.post(path, json={**bad, "colour": "red"}), 422, "bad_record")
        assert faults == [problem.to_dict() for problem in rebelote.deal_problems({**bad, "colour": "red"})]
        assert {fault["where"] for fault in faults} == {"colour", "upcard", "melds[0]", "written", "scores"}
    faults = refused(client.post("/v1/record?to=cfn", json=GAMBLER), 422, "bad_record")
    assert faults[0]["code"] == "not_in_cfn"


def test_faults_of_query_and_record_are_listed_together(client: FlaskClient) -> None:
    faults = refused(client.post("/v1/record?to=xml&nodes=1", json=changed(written=[1, 2])), 422, "bad_record")
    assert [fault["where"] for fault in faults] == ["query.to", "query.nodes", "written"]
    faults = refused(client.post("/v1/record?to=xml", json=GAMBLER), 422, "bad_query")
    assert [fault["code"] for fault in faults] == ["bad_parameter"]
    faults = refused(client.post("/v1/score?nodes=1", json=GAMBLER), 422, "bad_query")
    assert [fault["code"] for fault in faults] == ["unknown_parameter"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("data", ["null", "7", "[]", "{}", '""', '"\\ud800"', '{"\\udfff": 1}', '"a b c"'])
def test_what_is_no_record_is_a_problem(client: FlaskClient, path: str, data: str) -> None:
    assert refused(client.post(path, data=data), 422, "bad_record")


@pytest.mark.parametrize("path", PATHS)
def test_what_cannot_be_read_is_a_problem(client: FlaskClient, path: str) -> None:
    for data, status, code in ((b"", 400, "empty_input"), (b"{", 400, "bad_json"), (b"[" * 999, 400, "too_deep")):
        refused(client.post(path, data=data, content_type="application/json"), status, code)
    refused(client.post(path, data=b"<a/>", content_type="text/xml"), 415, "unsupported_media_type")


def test_an_analysis_takes_a_record_in_every_form(client: FlaskClient) -> None:
    record = DealRecord.from_dict(GAMBLER)
    answers = [client.post("/v1/analyse", json=body).get_json() for body in (GAMBLER, record.to_text())]
    assert answers[0]["values"] == answers[1]["values"] == rebelote.analyse({**SMALL, "side": [1]}).values
    reply = client.post("/v1/analyse", json=GAMBLER)
    ADDRESSES["/v1/analyse", "post"].reply.model_validate_json(reply.data)
    assert reply.get_json()["score"]["values"][-1]["written"] == GAMBLER["written"]
    bad = changed(written=[100, 62])
    assert refused(client.post("/v1/analyse", json=bad), 422, "bad_record")[0]["where"] == "written"


def test_the_description_lets_null_stand_where_records_have_it(client: FlaskClient) -> None:
    schemas = client.get("/openapi.json").get_json()["components"]["schemas"]
    null = {"type": "null"}
    nullable = {key for key, value in schemas["RecordBody"]["properties"].items() if null in value.get("anyOf", [])}
    assert nullable == {"exchange", "declarer", "contract", "ending"}
    assert set(schemas["RecordBody"]["properties"]) == set(rebelote.recordtext.KEYS)


@given(st.sampled_from(PATHS), corrupted())
def test_no_record_breaks_the_service(path: str, data: Any) -> None:
    try:
        text = json.dumps(data)
    except (ValueError, RecursionError):
        return
    reply = CLIENT.post(path, data=text, content_type="application/json")
    if reply.status_code != 200:
        assert refused(reply, reply.status_code, reply.get_json()["code"])
        assert reply.status_code in (400, 422)
