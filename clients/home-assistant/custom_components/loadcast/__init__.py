"""U.S. electricity load forecasts from a Loadcast service."""

from __future__ import annotations

import logging

from homeassistant.config_entries import ConfigEntry
from homeassistant.const import CONF_API_KEY, CONF_URL, Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .api import LoadcastApi, LoadcastError
from .const import CONF_REGION, DOMAIN, INTERVAL

PLATFORMS = [Platform.SENSOR]


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    """Polls the service for one region."""
    api = LoadcastApi(async_get_clientsession(hass), entry.data[CONF_URL], entry.data.get(CONF_API_KEY, ""))

    async def update() -> dict:
        try:
            return await api.facts(entry.data[CONF_REGION])
        except LoadcastError as failure:
            raise UpdateFailed(str(failure)) from failure

    logger = logging.getLogger(__name__)
    coordinator = DataUpdateCoordinator(hass, logger, name=DOMAIN, update_method=update, update_interval=INTERVAL)
    await coordinator.async_config_entry_first_refresh()
    hass.data.setdefault(DOMAIN, {})[entry.entry_id] = coordinator
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    """Ends the polling."""
    unloaded = await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
    if unloaded:
        hass.data[DOMAIN].pop(entry.entry_id)
    return unloaded
