"""Tests of loadcast.py: faults against a server of its own; with LOADCAST_URL and LOADCAST_KEY also a live service.

    python3 -m unittest discover -s test
"""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import tempfile
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import loadcast
from loadcast import AsyncLoadcast, Loadcast, LoadcastError, read_webhook

LATEST = {"status": "success", "data": {"region": "PJM", "actual": {"timestamp": "2026-03-08T06:00:00Z", "value_mw": 9}}}


def case_rows(name):
    """The shared cases of the repository: a line each, cells parted by |."""
    path = os.path.join(os.path.dirname(__file__), "../../../packages/core/cases", name)
    if not os.path.exists(path):
        raise unittest.SkipTest("the shared cases are in the repository alone")
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("|") for line in file if line.strip() and not line.startswith("#")]


class Scripted:
    """A server that answers the n-th request with the n-th step, and all further ones with the last."""

    def __init__(self, *steps):
        self.requests = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                scripted.requests.append(self)
                steps[min(len(scripted.requests), len(steps)) - 1](self)

            def do_POST(self):
                self.body = self.rfile.read(int(self.headers["Content-Length"]))
                self.do_GET()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self):
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(status, body, **headers):
    def step(handler):
        text = body if isinstance(body, str) else json.dumps(body)
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text.encode())

    return step


def refusal(status, code, **headers):
    return answer(status, {"error": {"code": code, "message": f"{code}.", "request_id": "r1", "details": {}}}, X_Request_Id="r1", **headers)


def cut_answer(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"status":')
    handler.close_connection = True


def cut_before_answer(handler):
    handler.close_connection = True


def unchanged(handler):
    handler.send_response(304)
    handler.end_headers()


OK = answer(200, LATEST)


class Calls(unittest.TestCase):
    def test_get_answers_after_a_passing_failure(self):
        for name, steps, attempts in [
            ("the first attempt answers", [OK], 1),
            ("429 with Retry-After", [refusal(429, "rate_limited", Retry_After="0"), OK], 2),
            ("503 with Retry-After", [refusal(503, "unavailable", Retry_After="0"), OK], 2),
            ("a date in Retry-After", [refusal(503, "x", Retry_After="Thu, 01 Jan 2026 00:00:00 GMT"), OK], 2),
            ("a page of a proxy", [answer(502, "bad gateway", Retry_After="0"), OK], 2),
            ("a connection cut in mid-answer", [cut_answer, OK], 2),
            ("a connection cut before the answer", [cut_before_answer, OK], 2),
        ]:
            with self.subTest(name), Scripted(*steps) as server:
                self.assertEqual(Loadcast(server.url, "k").get("/v1/demand/latest", region="PJM"), LATEST)
                self.assertEqual(len(server.requests), attempts)

    def test_get_raises_what_does_not_pass(self):
        for name, step, options, code, status, attempts in [
            ("a refused query", refusal(400, "invalid_parameter"), {}, "invalid_parameter", 400, 1),
            ("a wait over the limit", refusal(429, "rate_limited", Retry_After="3000"), {}, "rate_limited", 429, 1),
            ("a failure that stays", refusal(503, "unavailable", Retry_After="0"), {"retries": 2}, "unavailable", 503, 3),
            ("a page that is not the service's", answer(200, "<html>"), {}, "unexpected_answer", 0, 1),
            ("an error page that is not the service's", answer(404, "<html>"), {}, "unexpected_answer", 404, 1),
            ("a redirect", answer(302, "", Location="http://127.0.0.1:9/"), {}, "unexpected_answer", 302, 1),
            ("a cut connection without retries", cut_answer, {"retries": 0}, "connection_failed", 0, 1),
        ]:
            with self.subTest(name), Scripted(step) as server:
                with self.assertRaises(LoadcastError) as raised:
                    Loadcast(server.url, "k", **options).get("/v1/health")
                self.assertEqual((raised.exception.code, raised.exception.status), (code, status))
                self.assertEqual(len(server.requests), attempts)

    def test_an_attempt_ends_after_timeout_seconds(self):
        release = threading.Event()
        with Scripted(lambda _: release.wait()) as server:
            try:
                with self.assertRaises(LoadcastError) as raised:
                    Loadcast(server.url, timeout_seconds=0.2, retries=0).get("/v1/health")
                self.assertEqual(raised.exception.code, "timeout")
            finally:
                release.set()

    def test_an_unchanged_answer_is_asked_for_by_its_etag(self):
        with Scripted(answer(200, LATEST, ETag='"v1"'), unchanged) as server:
            service = Loadcast(server.url, "lc_live_x")
            first = service.get("/v1/demand/latest", region="PJM")
            second = service.get("/v1/demand/latest", region="PJM")
            self.assertEqual(first, second)
            self.assertIsNot(first, second)
            self.assertEqual([r.headers.get("If-None-Match") for r in server.requests], [None, '"v1"'])
            self.assertEqual({r.headers.get("Authorization") for r in server.requests}, {"Bearer lc_live_x"})

    def test_a_forecast_is_handed_in_again_under_one_key(self):
        receipt = {"status": "success", "data": {"position": 1}}
        with Scripted(refusal(503, "unavailable", Retry_After="0"), answer(201, receipt)) as server:
            service = Loadcast(server.url, key="k")
            self.assertEqual(service.submit("fct_1", "timestamp,value_mw\n", region="PJM"), receipt)
        first, second = server.requests
        self.assertEqual((first.command, first.path), ("POST", "/account/forecasters/fct_1/runs?region=PJM"))
        self.assertEqual([first.body, second.body], [b"timestamp,value_mw\n"] * 2)
        self.assertEqual(first.headers["Idempotency-Key"], second.headers["Idempotency-Key"])

    def test_a_warning_of_the_service_is_a_warning_of_python(self):
        with Scripted(answer(200, LATEST, Warning='299 - "horizn: did you mean horizon?"')) as server:
            with self.assertWarnsRegex(UserWarning, "^Loadcast: horizn: did you mean horizon\\?$"):
                Loadcast(server.url).get("/v1/health")

    def test_a_lost_connection_says_its_cause(self):
        with Scripted(OK) as server:
            pass
        with self.assertRaisesRegex(LoadcastError, "No answer: .*/v1/health .*refused"):
            Loadcast(server.url, retries=0).get("/v1/health")

    def test_parameters(self):
        service = Loadcast("http://h/")
        date = datetime(2026, 3, 8, 3, tzinfo=timezone(timedelta(hours=-7)))
        for path, query, url in [
            ("/v1/demand/history", {"start": date, "end": None}, "http://h/v1/demand/history?start=2026-03-08T10%3A00%3A00Z"),
            ("/forecast/v1/demand", {"startdatetime": date}, "http://h/forecast/v1/demand?startdatetime=20260308T10%3A00-0000&resultformat=7"),
            ("/v1/x", {"include": ["actual", "operator"]}, "http://h/v1/x?include=actual%2Coperator"),
            ("/v1/demand/runs/{run_id}/proof", {"run_id": "PJM-20260308T100000000Z"}, "http://h/v1/demand/runs/PJM-20260308T100000000Z/proof"),
            ("/v1/x/{id}", {"id": "a/b", "n": 1}, "http://h/v1/x/a%2Fb?n=1"),
            ("/v1/x", {"as_of": "2026-03-08T10:00:00+01:00"}, "http://h/v1/x?as_of=2026-03-08T10%3A00%3A00%2B01%3A00"),
        ]:
            self.assertEqual(service._url(path, query), url)

    def test_times_are_read_as_the_service_reads_them(self):
        for form, text, utc, _ in case_rows("times-accepted.txt"):
            if form == "iso":
                with self.subTest(text):
                    expected = datetime.strptime(utc.replace("Z", "+0000"), "%Y-%m-%dT%H:%M:%S" + (".%f" if "." in utc else "") + "%z")
                    read = loadcast._instant("start", text)
                    self.assertEqual(read.replace(microsecond=read.microsecond // 1000 * 1000), expected)
        for form, text in case_rows("times-refused.txt"):
            if form == "iso":
                with self.subTest(text), self.assertRaisesRegex(ValueError, "start: expected an ISO 8601 time"):
                    loadcast._instant("start", text)

    def test_mistakes_are_named(self):
        for call, message in [
            (lambda: Loadcast("h:8080"), "base_url: expected"),
            (lambda: Loadcast("http://h").get("/v1/x", start=datetime(2026, 1, 1)), "start: expected an ISO 8601 time with an offset"),
            (lambda: list(Loadcast("http://h").rows("/v1/demand/latest")), "path: expected"),
            (lambda: list(Loadcast("http://h").rows("/v1/demand/history", start="2026-01-01", end="2026-02-01T00:00Z")), "start: expected"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                call()
        with Scripted(OK) as server, self.assertRaisesRegex(ValueError, "path: expected an endpoint whose answer is rows"):
            Loadcast(server.url).frame("/v1/demand/latest", region="PJM")


class Webhooks(unittest.TestCase):
    SECRET = "whsec_" + base64.b64encode(b"a secret of the webhook").decode()
    BODY = json.dumps({"id": "evt_7", "type": "run.published", "region": "PJM", "data": {}})

    def signed(self, age_seconds=0, key=b"a secret of the webhook"):
        timestamp = str(int(time.time()) - age_seconds)
        digest = hmac.new(key, f"evt_7.{timestamp}.{self.BODY}".encode(), hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(digest).decode()
        return {"Webhook-Id": "evt_7", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}

    def test_a_signed_call_gives_its_event(self):
        for name, headers, body in [
            ("text", self.signed(), self.BODY),
            ("bytes", self.signed(), self.BODY.encode()),
            ("four minutes old", self.signed(240), self.BODY),
            ("beside the signature of a new secret", {**self.signed(), "Webhook-Signature": self.signed(key=b"new")["Webhook-Signature"] + " " + self.signed()["Webhook-Signature"]}, self.BODY),
            ("beside another version", {**self.signed(), "Webhook-Signature": "v2,x " + self.signed()["Webhook-Signature"]}, self.BODY),
        ]:
            with self.subTest(name):
                self.assertEqual(read_webhook(self.SECRET, headers, body)["id"], "evt_7")

    def test_another_call_is_refused(self):
        for name, headers, body in [
            ("another body", self.signed(), self.BODY + " "),
            ("another id", {**self.signed(), "Webhook-Id": "evt_8"}, self.BODY),
            ("another secret", self.signed(key=b"another"), self.BODY),
            ("ten minutes old", self.signed(600), self.BODY),
            ("ten minutes ahead", self.signed(-600), self.BODY),
            ("no signature", {}, self.BODY),
            ("no base64", {**self.signed(), "Webhook-Signature": "v1,*"}, self.BODY),
            ("no timestamp", {**self.signed(), "Webhook-Timestamp": ""}, self.BODY),
        ]:
            with self.subTest(name), self.assertRaises(LoadcastError) as raised:
                read_webhook(self.SECRET, headers, body)
            self.assertEqual(raised.exception.code, "invalid_signature")


FILE = "PAR1 a month PAR1"
DIGEST = "sha-256=:" + base64.b64encode(hashlib.sha256(FILE.encode()).digest()).decode() + ":"


class Files(unittest.TestCase):
    def test_a_file_appears_once_it_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            to = os.path.join(folder, "month.parquet")
            steps = [refusal(503, "unavailable", Retry_After="0"), answer(200, FILE[:9], Repr_Digest=DIGEST)]
            with Scripted(*steps, answer(200, FILE, Repr_Digest=DIGEST)) as service:
                client = Loadcast(service.url, max_wait_seconds=1)
                self.assertEqual(client.file("/v1/bulk/actuals/PJM-2026-10.parquet", to), len(FILE))
                self.assertEqual(len(service.requests), 3)
            with open(to, encoding="utf-8") as file:
                self.assertEqual(file.read(), FILE)

    def test_what_is_refused_or_not_whole_leaves_nothing(self):
        for step in (refusal(403, "plan_limit"), answer(200, FILE[:9], Repr_Digest=DIGEST)):
            with tempfile.TemporaryDirectory() as folder, Scripted(step) as service:
                with self.assertRaises(LoadcastError):
                    Loadcast(service.url, retries=0).file("/v1/bulk/a/b", os.path.join(folder, "month.parquet"))
                self.assertEqual(os.listdir(folder), [])


def event(place):
    data = {"id": f"evt_{place}", "type": "run.published", "at": "2026-11-21T16:00:00Z", "region": "PJM", "data": {}}
    return f"id: evt_{place}\nevent: run.published\ndata: {json.dumps(data)}\n\n"


def stream(*parts):
    """A chunked stream of parts; then its connection is cut, whether or not that was its end."""

    def step(handler):
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for part in parts:
            handler.wfile.write(f"{len(part):x}\r\n{part}\r\n".encode())
        handler.close_connection = True

    return step


END = ""
NOW = "retry: 1\n: events of Loadcast\n\n"


class Events(unittest.TestCase):
    def test_events_come_in_order_and_once(self):
        for name, steps, last_ids in [
            ("one stream", [stream(NOW, event(1), ":\n\n", event(2), event(3))], [None]),
            ("parts that end in mid-event", [stream(NOW, event(1) + event(2)[:20], event(2)[20:], event(3))], [None]),
            (
                "a stream that a restarted gateway ends",
                [stream(NOW, event(1), "retry: 2\n\n", END), stream(NOW, event(2), event(3))],
                [None, "evt_1"],
            ),
            (
                "an id that a restored service replaces",
                [
                    stream(NOW, event(1), "retry: 2\n\n", END),
                    stream(NOW, "id: evt_0\n: resumed after evt_0\n\n", END),
                    stream(NOW, event(2), event(3)),
                ],
                [None, "evt_1", "evt_0"],
            ),
            (
                "a lost connection, in mid-event",
                [stream(NOW, event(1), event(2), event(3)[:9]), stream(NOW, event(3))],
                [None, "evt_2"],
            ),
            (
                "429 and 503 with Retry-After, and a connection cut before the answer",
                [
                    refusal(429, "rate_limited", Retry_After="0"),
                    refusal(503, "unavailable", Retry_After="0"),
                    cut_before_answer,
                    stream(NOW, event(1), event(2), event(3)),
                ],
                [None, None, None, None],
            ),
        ]:
            with self.subTest(name), Scripted(*steps) as server:
                events = Loadcast(server.url, "k").events(regions=["PJM"])
                self.assertEqual([next(events)["id"] for _ in range(3)], ["evt_1", "evt_2", "evt_3"])
                events.close()
                self.assertEqual([request.headers["Last-Event-ID"] for request in server.requests], last_ids)

    def test_the_caller_names_what_it_has_seen(self):
        with Scripted(stream(NOW, event(9))) as server:
            next(Loadcast(server.url).events(types=["run.published"], last_event_id="evt_8"))
            self.assertEqual(server.requests[0].headers["Last-Event-ID"], "evt_8")
            self.assertEqual(server.requests[0].path, "/v1/events?types=run.published")

    def test_a_refusal_that_does_not_pass_is_raised(self):
        with Scripted(refusal(403, "plan_limit")) as server, self.assertRaises(LoadcastError) as raised:
            next(Loadcast(server.url).events())
        self.assertEqual((raised.exception.code, raised.exception.status), ("plan_limit", 403))


class UnderAsyncio(unittest.IsolatedAsyncioTestCase):
    async def test_calls_run_beside_each_other(self):
        both = threading.Barrier(2)

        def answered_together(handler):
            both.wait(60)  # a client that calls one after the other never gets here twice
            answer(200, LATEST)(handler)

        with Scripted(answered_together) as server:
            service = AsyncLoadcast(server.url)
            calls = [service.get("/v1/demand/latest", region=region) for region in ("PJM", "MISO")]
            self.assertEqual(await asyncio.gather(*calls), [LATEST, LATEST])

    async def test_rows_come_one_by_one_and_refusals_are_raised(self):
        row = {"timestamp": "2026-03-01T00:00:00+00:00", "value_mw": 1}
        query = {"region": "PJM", "start": "2026-01-01T00:00Z", "end": "2026-03-15T00:00Z"}
        with Scripted(answer(200, {"data": [row]}), refusal(400, "invalid_parameter")) as server:
            rows = AsyncLoadcast(server.url).rows("/v1/demand/history", **query)
            self.assertEqual(await anext_of(rows), row)
            with self.assertRaises(LoadcastError):
                await anext_of(rows)

    async def test_it_has_every_call_of_the_plain_client(self):
        def calls(of):
            return {name for name in vars(of) if not name.startswith("_")}

        self.assertEqual(calls(AsyncLoadcast), calls(Loadcast))


async def anext_of(rows):
    return await rows.__anext__()


class LongRanges(unittest.TestCase):
    def test_every_hour_once(self):
        for name, start, end, hours, calls in [
            ("31 days and an hour", "2026-01-01T00:00+00:00", "2026-02-01T01:00+00:00", 745, 2),
            ("a leap year", "2024-01-01T00:00Z", "2025-01-01T00:00Z", 8784, 12),
            ("a spring day in its own offsets", "2026-03-08T00:00-08:00", "2026-03-09T00:00-07:00", 23, 1),
            ("an autumn day in its own offsets", "2026-11-01T00:00-07:00", "2026-11-02T00:00-08:00", 25, 1),
        ]:
            with self.subTest(name):
                service = Loadcast("http://h")
                asked = []

                def get(_path, start, end, region):
                    asked.append(start)
                    count = (end - start) // timedelta(hours=1)
                    return {"data": [{"timestamp": (start + timedelta(hours=n)).isoformat()} for n in range(count)]}

                service.get = get
                rows = [row["timestamp"] for row in service.rows("/v1/demand/history", region="PJM", start=start, end=end)]
                self.assertEqual((len(rows), len(set(rows)), len(asked)), (hours, hours, calls))

    def test_no_data_of_all_parts_is_raised_and_of_some_is_not(self):
        no_data = refusal(404, "no_data")
        row = {"timestamp": "2026-03-01T00:00:00+00:00", "value_mw": 1}
        query = {"region": "PJM", "start": "2026-01-01T00:00Z", "end": "2026-03-15T00:00Z"}
        with Scripted(no_data, no_data, answer(200, {"data": [row]})) as server:
            self.assertEqual(list(Loadcast(server.url).rows("/v1/demand/history", **query)), [row])
        with Scripted(no_data) as server, self.assertRaises(LoadcastError):
            list(Loadcast(server.url).rows("/v1/demand/history", **query))


class Frames(unittest.TestCase):
    ROWS = [{"timestamp": "2026-03-08T09:00:00+00:00", "value_mw": 1.5}, {"timestamp": "2026-03-08T10:00:00+00:00", "value_mw": 2}]

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = loadcast._frame(self.ROWS, "pandas")
        self.assertEqual(str(frame.index.tz), "UTC")
        self.assertEqual(frame.index[1], pandas.Timestamp("2026-03-08T10:00Z"))
        self.assertEqual(list(frame["value_mw"]), [1.5, 2])
        compact = loadcast._frame([{"interval_start": "20260308T03:00-0700", "value": 1}], "pandas")
        self.assertEqual(compact.index[0], pandas.Timestamp("2026-03-08T10:00Z"))

    def test_times_beside_the_hour_are_times_and_missing_ones_are_missing(self):
        rows = [{"time_utc": "2026-03-08T09:00:00Z", "p10": 1.5, "issued_at": "2026-03-07T16:00:00Z"}, {"time_utc": "2026-03-08T10:00:00Z"}]
        for name, check in [("pandas", self.check_pandas), ("polars", self.check_polars), ("pyarrow", self.check_arrow)]:
            with self.subTest(name):
                try:
                    __import__(name)
                except ImportError:
                    self.skipTest(f"{name} is not installed")
                check(loadcast._frame(rows, name))

    def check_pandas(self, frame):
        self.assertEqual(frame.index.name, "time_utc")
        self.assertEqual(frame["issued_at"].iloc[0].isoformat(), "2026-03-07T16:00:00+00:00")
        self.assertTrue(frame["issued_at"].isna().iloc[1] and frame["p10"].isna().iloc[1])

    def check_polars(self, frame):
        self.assertEqual(frame["issued_at"].to_list(), [datetime(2026, 3, 7, 16, tzinfo=timezone.utc), None])
        self.assertEqual(frame["time_utc"][1], datetime(2026, 3, 8, 10, tzinfo=timezone.utc))

    def check_arrow(self, table):
        self.assertEqual(table.column("issued_at").to_pylist(), [datetime(2026, 3, 7, 16, tzinfo=timezone.utc), None])
        self.assertEqual((str(table.schema.field("time_utc").type), table.column("p10").to_pylist()), ("timestamp[us, tz=UTC]", [1.5, None]))

    def test_polars(self):
        try:
            import polars
        except ImportError:
            self.skipTest("polars is not installed")
        frame = loadcast._frame(self.ROWS, "polars")
        self.assertEqual(frame["timestamp"][1], datetime(2026, 3, 8, 10, tzinfo=timezone.utc))
        self.assertIsInstance(frame, polars.DataFrame)

    def test_an_unknown_library_is_named(self):
        with self.assertRaisesRegex(ValueError, "library: expected pandas, polars, pyarrow; got numpy"):
            loadcast._frame(self.ROWS, "numpy")


@unittest.skipUnless("LOADCAST_URL" in os.environ, "needs LOADCAST_URL and LOADCAST_KEY of a running service")
class LiveService(unittest.TestCase):
    def setUp(self):
        self.service = Loadcast(os.environ.get("LOADCAST_URL", ""), os.environ.get("LOADCAST_KEY"))

    def test_forecast(self):
        answer = self.service.get("/v1/demand/forecast", region="CAISO", horizon="2d")
        self.assertEqual((answer["meta"]["region"], len(answer["data"])), ("CAISO", 48))
        self.assertLess(answer["data"][0]["p10"], answer["data"][0]["p90"])
        self.assertEqual(self.service.get("/v1/demand/forecast", region="CAISO", horizon="2d"), answer)

    def test_frame_rows_of_a_gate(self):
        day = (datetime.now(timezone.utc) - timedelta(days=1)).date()
        query = {"gate": "dam", "start": day, "end": day, "tz": "market", "quantiles": [0.05, 0.95], "include": ["actual"]}
        (row, *others) = self.service.get("/v1/demand/forecast", region="PJM", **query)["data"]
        self.assertEqual((len(others), row["time_local"]), (23, f"{day} 00:00"))
        self.assertLess(row["p05"], row["p95"])

    def test_rows_of_utility(self):
        end = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0)
        query = {"tac_area": "PGE", "startdatetime": end - timedelta(days=1), "enddatetime": end}
        self.assertGreater(len(list(self.service.rows("/forecast/v1/demand", **query))), 12)

    def test_history_over_more_than_a_month(self):
        end = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0)
        rows = list(self.service.rows("/v1/demand/history", region="PJM", start=end - timedelta(days=29), end=end))
        self.assertGreater(len(rows), 24)

    def test_every_endpoint_of_rows(self):
        day = (datetime.now(timezone.utc) - timedelta(days=1)).date()
        hours = {"start": day, "end": day}
        rows_of = {}
        for path, query in [
            ("/v1/demand/compare", hours),
            ("/v1/demand/scores", {"window": 2, "by": "lead"}),
            ("/v1/demand/peaks", {}),
            ("/v1/demand/drivers", {}),
            ("/v1/demand/scenarios", {"n": 2}),
            ("/v1/demand/snapshot", {}),
            ("/v1/demand/revisions", hours),
            ("/v1/demand/runs", hours),
            ("/v1/demand/runs/{run_id}", {"run_id": "PJM-newest"}),
            ("/v1/demand/runs/{run_id}/proof", {"run_id": "PJM-newest"}),
        ]:
            given = query if "run_id" in query else {"region": "PJM", **query}
            rows_of[path] = self.service.get(path, **given)["data"]
            self.assertIsInstance(rows_of[path], list)
        self.assertEqual(len(rows_of["/v1/demand/compare"]), 24)
        self.assertEqual(len(rows_of["/v1/demand/runs/{run_id}"]), 384)
        for path in ["/v1/status", "/v1/me", "/v1/usage"]:
            self.assertEqual(self.service.get(path)["status"], "success")

    def test_frames_of_a_live_answer(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        end = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0)
        frame = self.service.frame("/v1/demand/compare", region="PJM", start=end - timedelta(days=2), end=end)
        self.assertEqual((frame.index.name, str(frame.index.tz), len(frame)), ("time_utc", "UTC", 48))
        self.assertIsInstance(frame["issued_at"].dropna().iloc[0], pandas.Timestamp)

    def test_refusal(self):
        with self.assertRaises(LoadcastError) as raised:
            self.service.get("/v1/demand/forecast", region="XX")
        self.assertEqual(raised.exception.code, "invalid_parameter")
        self.assertIn("XX", str(raised.exception))
        self.assertTrue(raised.exception.request_id)


if __name__ == "__main__":
    unittest.main()
