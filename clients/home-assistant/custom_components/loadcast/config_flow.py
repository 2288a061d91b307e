"""The form that adds a region: address and key, then the region."""

from __future__ import annotations

from typing import Any

import voluptuous as vol
from homeassistant.config_entries import ConfigFlow
from homeassistant.const import CONF_API_KEY, CONF_URL
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from .api import LoadcastApi, LoadcastError
from .const import CONF_REGION, DOMAIN


class LoadcastConfigFlow(ConfigFlow, domain=DOMAIN):
    """Two steps; the second one asks the service with the key, so that a wrong key is told here."""

    VERSION = 1

    def __init__(self) -> None:
        self._service: dict[str, Any] = {}
        self._regions: dict[str, str] = {}

    def _api(self) -> LoadcastApi:
        return LoadcastApi(async_get_clientsession(self.hass), self._service[CONF_URL], self._service[CONF_API_KEY])

    async def async_step_user(self, user_input: dict[str, Any] | None = None):
        errors: dict[str, str] = {}
        if user_input is not None:
            self._service = user_input
            try:
                self._regions = await self._api().regions()
                return await self.async_step_region()
            except LoadcastError:
                errors["base"] = "cannot_connect"
        given = user_input or {CONF_URL: "http://127.0.0.1:8080"}
        schema = vol.Schema({vol.Required(CONF_URL): str, vol.Required(CONF_API_KEY): str})
        form = self.add_suggested_values_to_schema(schema, given)
        return self.async_show_form(step_id="user", data_schema=form, errors=errors)

    async def async_step_region(self, user_input: dict[str, Any] | None = None):
        errors: dict[str, str] = {}
        if user_input is not None:
            region = user_input[CONF_REGION]
            await self.async_set_unique_id(f"{self._service[CONF_URL]} {region}")
            self._abort_if_unique_id_configured()
            try:
                await self._api().facts(region)
                title = self._regions[region]
                return self.async_create_entry(title=title, data={**self._service, CONF_REGION: region})
            except LoadcastError as failure:
                is_key = failure.code in ("unauthorized", "invalid_key")
                errors["base"] = "invalid_auth" if is_key else "cannot_connect"
        schema = vol.Schema({vol.Required(CONF_REGION): vol.In(self._regions)})
        return self.async_show_form(step_id="region", data_schema=schema, errors=errors)
