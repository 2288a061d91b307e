"""Client of a Loadcast service, in one file: copy it beside your program. Needs Python 3.9 and nothing else.

    from loadcast import Loadcast
    service = Loadcast("http://127.0.0.1:8080", key="lc_live_...")
    service.get("/v1/demand/latest", region="PJM")["data"]["actual"]["value_mw"]
    service.to_pandas("/v1/demand/forecast", region="PJM", horizon="2d")     # to_polars and to_arrow take the same
    service.to_pandas("/v1/demand/compare", region="PJM", start="2026-01-01T00:00-05:00", end="2026-03-01T00:00-05:00")
    service.get("/v1/demand/runs/{run_id}", run_id="PJM-newest")          # one run, whole
    service.file("/v1/bulk/actuals/PJM-2026-10.parquet", "pjm.parquet")     # a path that /v1/bulk lists
    for event in service.events(regions=["PJM"], types=["run.published"]): ...      # as they happen
    event = read_webhook(secret, request_headers, request_body)           # signature and age are checked
    await AsyncLoadcast("http://127.0.0.1:8080").get("/v1/regions")       # the same calls under asyncio

A call that is refused or gets no answer raises LoadcastError. Failures that pass (429, 502, 503, 504, a lost connection) are
tried again, after Retry-After where the service says it. An answer that has not changed is not sent, and not charged, again.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import json
import os
import random
import re
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import warnings
from collections import OrderedDict
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, AsyncIterator, Callable, Iterator, Optional, TypeVar

__version__ = "0.1.0"
__all__ = ["AsyncLoadcast", "Loadcast", "LoadcastError", "read_webhook"]

T = TypeVar("T")
_LONGEST_CALL = timedelta(days=31)
_FIRST_WAIT_SECONDS = 0.5
_PASSING_STATUS = {429, 502, 503, 504}
# The service sends something every 20 s: a stream that sends nothing for longer than twice that is dead.
_SILENCE_SECONDS = 45
_COME_BACK_SECONDS = 3
# Endpoints with a range: names of its start and end, and where the rows of the answer are.
_RANGES = {
    "/v1/demand/forecast": ("start", "end", "data"),
    "/v1/demand/history": ("start", "end", "data"),
    "/v1/demand/compare": ("start", "end", "data"),
    "/v1/demand/drivers": ("start", "end", "data"),
    "/v1/demand/revisions": ("start", "end", "data"),
    "/forecast/v1/demand": ("startdatetime", "enddatetime", "forecast"),
}
# The hour that a row is about; of what is per day, region or run, there is none.
_INDEX_COLUMNS = ("timestamp", "time_utc", "interval_start")
# Other instants, in UTC.
_INSTANT_COLUMN = re.compile(r".*(_utc|_at|_cutoff)|gate")
# Every spelling that names one instant, as the service reads it: one table tests both.
_TIME = re.compile(
    r"([1-9]\d{3})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?"
    r" ?(?:Z|UTC|GMT|([+-])(\d\d)(?::?(\d\d))?)(?:\[[^\[\]]*\])?",
    re.IGNORECASE | re.ASCII,
)
# A webhook's call may be so old, or so far ahead of this clock.
_TOLERANCE_SECONDS = 300


class LoadcastError(Exception):
    """What went wrong with a call.

    code: the service's (rate_limited, no_data, invalid_parameter, ...), or connection_failed, timeout, unexpected_answer,
    invalid_signature.
    status: HTTP status, 0 where no answer came. request_id: for support. details: what the service adds.
    retry_after_seconds: after which the service said that a call may succeed, or None.
    """

    def __init__(self, code, message, status=0, request_id=None, details=None, retry_after_seconds=None):
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = details or {}
        self.retry_after_seconds = retry_after_seconds


class Loadcast:
    """The client of one service with one key.

    timeout_seconds: that one attempt may take. retries: further attempts after one that failed. max_wait_seconds: a call
    that would have to wait longer fails at once. kept_length: characters of answers kept for conditional requests.
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        *,
        timeout_seconds: float = 30,
        retries: int = 4,
        max_wait_seconds: float = 60,
        kept_length: int = 4_000_000,
    ):
        if not re.match(r"https?://[^/]", base_url):
            raise ValueError(f'base_url: expected an address that begins with https:// or http://; got "{base_url}"')
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._max_wait_seconds = max_wait_seconds
        self._kept_length = kept_length
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._kept_lock = threading.Lock()
        # The key is not sent to where a redirect leads: there are no redirects.
        self._opener = urllib.request.build_opener(_NoRedirects())

    def get(self, path: str, **query: Any) -> Any:
        """One call: the answer exactly as the service documents it. Parameters that are None are left out.

        A segment of the path in braces, "/v1/demand/runs/{run_id}", is taken from the parameters.
        """
        url = self._url(path, query)
        return self._repeated(lambda: _parsed(self._attempt(url)))

    def file(self, path: str, to: str) -> int:
        """Writes a monthly file, by the path that /v1/bulk lists, to a file that appears once it is whole. Gives its length."""
        return self._repeated(lambda: self._download(self._base_url + path, to))

    def submit(self, forecaster: str, rows: str, *, region: Optional[str] = None, unit: Optional[str] = None) -> dict:
        """Hands in a forecast: CSV, NDJSON or a JSON array, as to_csv and to_json write it. Repeated attempts count once."""
        url = self._url("/account/forecasters/{id}/runs", {"id": forecaster, "region": region, "unit": unit})
        headers = {"Accept": "application/json", "Content-Type": "text/csv", "Idempotency-Key": str(uuid.uuid4())}

        def post() -> dict:
            with self._opened(url, headers, self._timeout_seconds, rows.encode("utf-8")) as response:
                return _parsed(response.read().decode("utf-8"))

        return self._repeated(post)

    def _repeated(self, attempt_once: Callable[[], T]) -> T:
        attempt = 0
        while True:
            try:
                return attempt_once()
            except LoadcastError as failure:
                wait_seconds = self._wait_seconds(failure, attempt)
                if wait_seconds is None:
                    raise
                time.sleep(wait_seconds)
                attempt += 1

    def _download(self, url: str, to: str) -> int:
        partial, digest, length = f"{to}.partial", hashlib.sha256(), 0
        try:
            with open(partial, "wb") as file, self._opened(url, {"Accept": "*/*"}, self._timeout_seconds) as response:
                for block in iter(lambda: response.read(65_536), b""):
                    digest.update(block)
                    length += file.write(block)
                expected = response.headers.get("Repr-Digest")
            if expected != f"sha-256=:{base64.b64encode(digest.digest()).decode()}:":
                raise LoadcastError("connection_failed", f"Not the whole file: {url}")
            os.replace(partial, to)
            return length
        finally:
            if os.path.exists(partial):
                os.remove(partial)

    def rows(self, path: str, **query: Any) -> Iterator[dict]:
        """The rows of a range of any length, oldest first, a call for each 31 days. Parts without data have no rows."""
        if path not in _RANGES:
            raise ValueError(f"path: expected one of {', '.join(_RANGES)}; got {path}")
        start_name, end_name, rows_name = _RANGES[path]
        start, end = (_instant(name, query.get(name)) for name in (start_name, end_name))
        no_data, has_rows = None, False
        while True:
            part_end = min(start + _LONGEST_CALL, end)
            try:
                rows = self.get(path, **{**query, start_name: start, end_name: part_end})[rows_name]
                has_rows = has_rows or len(rows) > 0
                yield from rows
            except LoadcastError as failure:
                if failure.code != "no_data":
                    raise
                no_data = failure
            start = part_end
            if start >= end:
                break
        if no_data and not has_rows:
            raise no_data

    def events(
        self,
        *,
        regions: Optional[list] = None,
        types: Optional[list] = None,
        last_event_id: Optional[str] = None,
    ) -> Iterator[dict]:
        """What happens at the service, without end: id, type, at, region and data of each event.

        A stream that ends or is lost is opened again after the last event: within 24 hours none is missed, and none comes
        twice. last_event_id: those of the last 24 hours that came after it are given first. Raises LoadcastError for a
        refusal that does not pass, and after `retries` failures in a row.
        """
        url = self._url("/v1/events", {"regions": regions, "types": types})
        come_back_seconds, attempt = float(_COME_BACK_SECONDS), 0
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_event_id} if last_event_id else {})}
            try:
                with self._opened(url, headers, _SILENCE_SECONDS) as stream:
                    for message in _messages(stream):
                        attempt = 0
                        come_back_seconds = int(message["retry"]) / 1000 if "retry" in message else come_back_seconds
                        last_event_id = message.get("id", last_event_id)
                        if "data" in message:
                            yield json.loads(message["data"])
                wait_seconds: Optional[float] = come_back_seconds
            except LoadcastError as failure:
                wait_seconds = self._wait_seconds(failure, attempt)
                if wait_seconds is None:
                    raise
                attempt += 1
            time.sleep(wait_seconds)

    def to_pandas(self, path: str, **query: Any):
        """`frame` as a pandas.DataFrame."""
        return self.frame(path, library="pandas", **query)

    def to_polars(self, path: str, **query: Any):
        """`frame` as a polars.DataFrame."""
        return self.frame(path, library="polars", **query)

    def to_arrow(self, path: str, **query: Any):
        """`frame` as a pyarrow.Table."""
        return self.frame(path, library="pyarrow", **query)

    def frame(self, path: str, *, library: Optional[str] = None, **query: Any):
        """The rows of an answer as a data frame with UTC times: of pandas where it is installed, else of polars, or as `library` says.

        Any endpoint whose answer is rows: forecast, history, compare, scores, peaks, drivers, scenarios, snapshot, revisions, runs.
        """
        start_name, end_name, rows_name = _RANGES.get(path, (None, None, "data"))
        ends = [query.get(name) for name in (start_name, end_name)]
        # Market days are the service's to read: one call, at most 31 of them.
        is_range = start_name is not None and not any(end is None or _is_day(end) for end in ends)
        rows = list(self.rows(path, **query)) if is_range else self.get(path, **query).get(rows_name)
        if not isinstance(rows, list):
            raise ValueError(f"path: expected an endpoint whose answer is rows; got {path}")
        return _frame(rows, library)

    def _url(self, path: str, query: dict) -> str:
        is_compact = path.startswith("/forecast/v1/")
        segments = re.findall(r"\{(\w+)\}", path)
        for name in segments:
            path = path.replace("{" + name + "}", urllib.parse.quote(str(query.get(name) or ""), safe=""))
        query = {name: value for name, value in query.items() if name not in segments}
        written = {name: _written(name, value, is_compact) for name, value in query.items() if value is not None}
        if is_compact:
            written["resultformat"] = "7"
        return self._base_url + path + ("?" + urllib.parse.urlencode(written) if written else "")

    def _attempt(self, url: str) -> str:
        """The text of a good answer."""
        kept = self._kept.get(url)
        headers = {"Accept": "application/json", **({"If-None-Match": kept[0]} if kept else {})}
        try:
            with self._opened(url, headers, self._timeout_seconds) as response:
                body = response.read().decode("utf-8")
                self._keep(url, response.headers.get("ETag"), body)
                return body
        except LoadcastError as refusal:
            if refusal.status != 304 or not kept:
                raise
            self._keep(url, *kept)
            return kept[1]

    @contextmanager
    def _opened(self, url: str, headers: dict, timeout_seconds: float, body: Optional[bytes] = None):
        """A good answer, to be read. What goes wrong until it is closed raises LoadcastError."""
        key = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        request = urllib.request.Request(url, body, {**headers, **key})
        try:
            with self._opener.open(request, timeout=timeout_seconds) as response:
                for text in re.findall(r'299 \S+ "([^"]*)"', response.headers.get("Warning") or ""):
                    warnings.warn(f"Loadcast: {text}", stacklevel=2)
                yield response
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise _error_of(refusal) from None
        except (TimeoutError, socket.timeout) as failure:  # two classes until Python 3.10
            raise LoadcastError("timeout", f"No answer within {timeout_seconds} s: {url}") from failure
        except (OSError, HTTPException) as failure:
            is_timeout = isinstance(getattr(failure, "reason", None), (TimeoutError, socket.timeout))
            message = f"No answer: {url} ({getattr(failure, 'reason', failure)})"
            raise LoadcastError("timeout" if is_timeout else "connection_failed", message) from failure

    def _keep(self, url: str, etag: Optional[str], body: str) -> None:
        with self._kept_lock:
            self._kept.pop(url, None)
            if not etag or len(body) > self._kept_length:
                return
            self._kept[url] = (etag, body)
            while sum(len(text) for _, text in self._kept.values()) > self._kept_length:
                self._kept.popitem(last=False)

    def _wait_seconds(self, failure: LoadcastError, attempt: int) -> Optional[float]:
        passes = failure.status in _PASSING_STATUS or failure.code in ("connection_failed", "timeout")
        if attempt >= self._retries or not passes:
            return None
        seconds = failure.retry_after_seconds
        if seconds is None:
            # Less up to half at random, so that callers do not come back together.
            seconds = min(self._max_wait_seconds, _FIRST_WAIT_SECONDS * 2**attempt) * (1 - random.random() / 2)
        return seconds if seconds <= self._max_wait_seconds else None


class AsyncLoadcast:
    """The calls of Loadcast under asyncio: each runs in a thread, so that the loop goes on. It takes what Loadcast takes.

    A task that is cancelled leaves its call to end in its thread, within `timeout_seconds`, or 45 s for events.
    """

    def __init__(self, *args: Any, **options: Any):
        self._service = Loadcast(*args, **options)

    async def get(self, path: str, **query: Any) -> Any:
        return await asyncio.to_thread(self._service.get, path, **query)

    async def file(self, path: str, to: str) -> int:
        return await asyncio.to_thread(self._service.file, path, to)

    async def submit(self, *args: Any, **options: Any) -> dict:
        return await asyncio.to_thread(self._service.submit, *args, **options)

    async def frame(self, path: str, **query: Any):
        return await asyncio.to_thread(self._service.frame, path, **query)

    async def to_pandas(self, path: str, **query: Any):
        return await asyncio.to_thread(self._service.to_pandas, path, **query)

    async def to_polars(self, path: str, **query: Any):
        return await asyncio.to_thread(self._service.to_polars, path, **query)

    async def to_arrow(self, path: str, **query: Any):
        return await asyncio.to_thread(self._service.to_arrow, path, **query)

    def rows(self, path: str, **query: Any) -> AsyncIterator[dict]:
        return _in_threads(self._service.rows(path, **query))

    def events(self, **options: Any) -> AsyncIterator[dict]:
        return _in_threads(self._service.events(**options))


async def _in_threads(items: Iterator[dict]) -> AsyncIterator[dict]:
    end: dict = {}
    while (item := await asyncio.to_thread(next, items, end)) is not end:
        yield item


def read_webhook(secret: str, headers: Any, body: Any) -> dict:
    """The event that a webhook was called with: `secret` as it was shown, the headers, and the body as it came, text or bytes.

    Raises LoadcastError, invalid_signature: it is not signed with the secret, or not of the last five minutes.
    """
    named = {str(name).lower(): str(value) for name, value in dict(headers).items()}
    text = body if isinstance(body, bytes) else str(body).encode("utf-8")
    identity, timestamp = named.get("webhook-id", ""), named.get("webhook-timestamp", "")
    if re.fullmatch(r"\d{1,12}", timestamp) and abs(time.time() - int(timestamp)) <= _TOLERANCE_SECONDS:
        signed = f"{identity}.{timestamp}.".encode("utf-8") + text
        key = _bytes_of(re.sub("^whsec_", "", secret))
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        for signature in named.get("webhook-signature", "").split(" "):
            version, _, given = signature.partition(",")
            if version == "v1" and hmac.compare_digest(_bytes_of(given), expected):
                return json.loads(text)
    raise LoadcastError("invalid_signature", "The call is not signed with the secret, or not of the last five minutes")


def _bytes_of(encoded: str) -> bytes:
    """Nothing for what is not base64: such a signature fits nothing."""
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return b""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def _messages(stream) -> Iterator[dict]:
    """The fields of each message of a stream of events that came whole; one of comments alone has none."""
    fields: dict = {}
    for line in stream:
        text = line.decode("utf-8").rstrip("\r\n")
        if not text:
            yield fields
            fields = {}
        elif not text.startswith(":"):
            name, _, value = text.partition(":")
            fields[name] = value[1:] if value.startswith(" ") else value


def _error_of(refusal: urllib.error.HTTPError) -> LoadcastError:
    try:
        body = refusal.read().decode("utf-8", "replace")
    except (OSError, HTTPException):
        body = ""
    known = {
        "status": refusal.code,
        "request_id": refusal.headers.get("X-Request-Id"),
        "retry_after_seconds": _retry_after_seconds(refusal.headers.get("Retry-After")),
    }
    try:
        error = json.loads(body)["error"]
        return LoadcastError(error["code"], error["message"], details=error.get("details"), **known)
    except (ValueError, KeyError, TypeError):
        return LoadcastError("unexpected_answer", f"HTTP {refusal.code}: {body[:200]}", **known)


def _retry_after_seconds(value: Optional[str]) -> Optional[float]:
    """Seconds, or a date as proxies write it."""
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None


def _parsed(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        raise LoadcastError("unexpected_answer", f"Not JSON: {body[:200]}") from None


def _instant(name: str, value: Any) -> datetime:
    """The instant that the service reads; fromisoformat of Python 3.9 to 3.12 knows fewer spellings."""
    written = _TIME.fullmatch(value.isoformat() if isinstance(value, datetime) else str(value))
    if written:
        year, _, month, day, hour, minute, second, fraction, sign, hours, minutes = written.groups()
        try:
            offset = timezone((-1 if sign == "-" else 1) * timedelta(hours=int(hours or 0), minutes=int(minutes or 0)))
            microsecond = int((fraction or "").ljust(6, "0")[:6])
            if int(minutes or 0) < 60:
                return datetime(*map(int, (year, month, day, hour, minute or 0, second or 0)), microsecond, offset)
        except ValueError:
            pass
    raise ValueError(f"{name}: expected an ISO 8601 time with an offset, or an aware datetime; got {value!r}")


def _is_day(value: Any) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)) is not None


def _written(name: str, value: Any, is_compact: bool) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    if not isinstance(value, datetime):
        return str(value)
    utc = _instant(name, value).astimezone(timezone.utc)
    return utc.strftime("%Y%m%dT%H:%M-0000") if is_compact else utc.strftime("%Y-%m-%dT%H:%M:%SZ")


def _frame(rows: list, library: Optional[str]):
    if library is not None and library not in _FRAMES:
        raise ValueError(f"library: expected {', '.join(_FRAMES)}; got {library}")
    for name in [library] if library else ["pandas", "polars"]:
        try:
            module = __import__(name)
        except ImportError:
            continue
        return _FRAMES[name](module, rows)
    raise ImportError(f"{library or 'neither pandas nor polars'} is {'not ' if library else ''}installed; rows() needs neither")


def _pandas_frame(pandas, rows: list):
    frame = pandas.DataFrame(rows)
    for name in frame.columns:
        if _is_instant(name):
            frame[name] = pandas.to_datetime(frame[name].map(_as_iso, na_action="ignore"), utc=True)
    index = [name for name in _INDEX_COLUMNS if name in frame]
    return frame.set_index(index[0]) if index else frame


def _polars_frame(polars, rows: list):
    # All rows are looked at: a value may be absent from the first thousand.
    return polars.DataFrame([_timed(row) for row in rows], infer_schema_length=None)


def _arrow_table(pyarrow, rows: list):
    # Names come from all rows: a value may be absent from the first.
    names = dict.fromkeys(name for row in rows for name in row)
    timed = [_timed(row) for row in rows]
    return pyarrow.table({name: [row.get(name) for row in timed] for name in names})


_FRAMES: dict[str, Callable] = {"pandas": _pandas_frame, "polars": _polars_frame, "pyarrow": _arrow_table}


def _timed(row: dict) -> dict:
    return {name: _instant(name, _as_iso(value)) if _is_instant(name) else value for name, value in row.items()}


def _is_instant(name: str) -> bool:
    return name in _INDEX_COLUMNS or _INSTANT_COLUMN.fullmatch(name) is not None


def _as_iso(text: str) -> str:
    """20260308T10:00-0000 as 2026-03-08T10:00-00:00; other times as they are."""
    return re.sub(r"^(\d{4})(\d\d)(\d\d)T(\d\d:\d\d)([+-]\d\d)(\d\d)$", r"\1-\2-\3T\4\5:\6", text)
