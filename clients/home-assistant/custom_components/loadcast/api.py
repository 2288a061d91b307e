"""Calls of a Loadcast service, and the facts that the sensors show. It imports nothing of Home Assistant."""

from __future__ import annotations

from datetime import datetime

TIMES = ("actual_time_utc", "peak_time_utc", "tomorrow_peak_hour")


class LoadcastError(Exception):
    """A call that failed: `code` is the service's, or `cannot_connect`."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


def refusal(status: int, body: dict | None) -> LoadcastError:
    """The error that an answer carries, or its status."""
    error = (body or {}).get("error") or {}
    return LoadcastError(error.get("code", "cannot_connect"), error.get("message", f"HTTP {status}"))


def facts_of(snapshot: dict, forecast: dict) -> dict:
    """What is known now: the fields of the region's row, times as datetimes, and the hours to come under `hours`."""
    row = (snapshot.get("data") or [{}])[0]
    facts = {name: _instant(value) if name in TIMES else value for name, value in row.items()}
    names = ("timestamp", "value_mw", "p10", "p90")
    facts["hours"] = [{name: hour[name] for name in names if name in hour} for hour in forecast.get("data") or []]
    return facts


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None


class LoadcastApi:
    """One service and key, by an aiohttp session."""

    def __init__(self, session, base_url: str, key: str):
        self._session = session
        self._base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    async def regions(self) -> dict[str, str]:
        """Codes and names of the regions; needs no key."""
        answer = await self._get("/v1/regions", {})
        return {row["region"]: row["iso_name"] for row in answer["data"]}

    async def facts(self, region: str) -> dict:
        """Two calls: the region now, and its next two days."""
        snapshot = await self._get("/v1/demand/snapshot", {"region": region})
        forecast = await self._get("/v1/demand/forecast", {"region": region, "horizon": "2d"})
        return facts_of(snapshot, forecast)

    async def _get(self, path: str, query: dict) -> dict:
        try:
            async with self._session.get(self._base_url + path, params=query, headers=self._headers) as response:
                if response.status != 200:
                    is_json = "json" in response.headers.get("Content-Type", "")
                    raise refusal(response.status, await response.json() if is_json else None)
                return await response.json()
        except (OSError, ValueError, TimeoutError) as failure:
            raise LoadcastError("cannot_connect", str(failure)) from failure
