"""Tests of the calls and facts against a running service (LOADCAST_URL, LOADCAST_KEY). Needs nothing but Python."""

import asyncio
import importlib.util
import json
import os
import unittest
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone
from pathlib import Path

COMPONENT = Path(__file__).parent.parent / "custom_components/loadcast"
spec = importlib.util.spec_from_file_location("loadcast_api", COMPONENT / "api.py")
api = importlib.util.module_from_spec(spec)
spec.loader.exec_module(api)

URL = os.environ.get("LOADCAST_URL", "")
KEY = os.environ.get("LOADCAST_KEY", "")


class Session:
    """As much of an aiohttp session as the calls use, over urllib."""

    def get(self, url, params, headers):
        return Response(urllib.request.Request(f"{url}?{urllib.parse.urlencode(params)}", headers=headers))


class Response:
    def __init__(self, request):
        self._request = request

    async def __aenter__(self):
        try:
            answer = urllib.request.urlopen(self._request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            self.status, self.headers, self._body = answer.status, answer.headers, answer.read()
        return self

    async def __aexit__(self, *_):
        pass

    async def json(self):
        return json.loads(self._body)


def service(url=URL, key=KEY):
    return api.LoadcastApi(Session(), url, key)


class Parts(unittest.TestCase):
    def test_a_row_without_load_has_no_load(self):
        facts = api.facts_of({"data": [{"region": "SPP", "peak_time_utc": "2026-11-01T06:00:00Z"}]}, {"data": []})
        self.assertNotIn("actual_mw", facts)
        self.assertEqual(facts["peak_time_utc"], datetime(2026, 11, 1, 6, tzinfo=timezone.utc))
        self.assertEqual(facts["hours"], [])

    def test_a_page_of_a_proxy_is_no_answer_of_the_service(self):
        self.assertEqual(api.refusal(502, None).code, "cannot_connect")

    def test_every_text_that_the_parts_name_is_there(self):
        texts = json.loads((COMPONENT / "strings.json").read_text())
        source = (COMPONENT / "sensor.py").read_text() + (COMPONENT / "config_flow.py").read_text()
        for name in [*texts["entity"]["sensor"], *texts["config"]["error"], *texts["config"]["step"]]:
            self.assertIn(f'"{name}"', source)
        self.assertEqual(texts, json.loads((COMPONENT / "translations/en.json").read_text()))


@unittest.skipUnless(URL, "LOADCAST_URL names no service")
class Service(unittest.TestCase):
    def test_the_regions_have_names(self):
        self.assertIn("PJM", asyncio.run(service().regions()))

    def test_the_facts_have_a_value_for_every_sensor(self):
        facts = asyncio.run(service().facts("PJM"))
        for name in ("actual_mw", "value_mw", "p10", "p90", "peak_mw", "tomorrow_peak_mw", "tomorrow_peak_hour"):
            self.assertIn(name, facts)
        self.assertEqual(len(facts["hours"]), 48)
        self.assertIsInstance(facts["tomorrow_peak_hour"], datetime)

    def test_a_wrong_key_is_told(self):
        with self.assertRaises(api.LoadcastError) as raised:
            asyncio.run(service(key="lc_live_wrong").facts("PJM"))
        self.assertIn(raised.exception.code, ("unauthorized", "invalid_key"))

    def test_nobody_listening_is_cannot_connect(self):
        with self.assertRaises(api.LoadcastError) as raised:
            asyncio.run(service("http://127.0.0.1:9").regions())
        self.assertEqual(raised.exception.code, "cannot_connect")


if __name__ == "__main__":
    unittest.main()
