"""Load, forecast and peaks as sensors."""

from __future__ import annotations

from dataclasses import dataclass

from homeassistant.components.sensor import (
    SensorDeviceClass,
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import UnitOfPower
from homeassistant.core import HomeAssistant
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import CONF_REGION, DOMAIN


@dataclass(frozen=True, kw_only=True)
class LoadcastDescription(SensorEntityDescription):
    """A sensor: `key` is the field of its value, `more` the fields that are its attributes."""

    more: tuple[str, ...] = ()


def _load(key: str, name: str, *more: str) -> LoadcastDescription:
    return LoadcastDescription(
        key=key,
        translation_key=name,
        more=more,
        device_class=SensorDeviceClass.POWER,
        state_class=SensorStateClass.MEASUREMENT,
        native_unit_of_measurement=UnitOfPower.MEGA_WATT,
        suggested_display_precision=0,
    )


def _time(key: str, name: str) -> LoadcastDescription:
    return LoadcastDescription(key=key, translation_key=name, device_class=SensorDeviceClass.TIMESTAMP)


SENSORS = (
    _load("actual_mw", "load", "actual_time_utc"),
    _load("value_mw", "forecast", "p10", "p90", "issued_at", "hours"),
    _load("peak_mw", "peak", "peak_p10", "peak_p90", "peak_time_utc"),
    _load("tomorrow_peak_mw", "tomorrow_peak", "tomorrow_peak_p10", "tomorrow_peak_p90"),
    _time("tomorrow_peak_hour", "tomorrow_peak_hour"),
)


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry, add_entities: AddEntitiesCallback) -> None:
    """Adds the sensors of a region."""
    coordinator = hass.data[DOMAIN][entry.entry_id]
    add_entities(LoadcastSensor(coordinator, entry, description) for description in SENSORS)


class LoadcastSensor(CoordinatorEntity, SensorEntity):
    """One number or time of a region."""

    _attr_has_entity_name = True
    _attr_attribution = "Load: U.S. Energy Information Administration. Forecast: Loadcast."
    # The hours to come are for charts and automations, not for the recorder's tables.
    _unrecorded_attributes = frozenset({"hours"})

    def __init__(self, coordinator, entry: ConfigEntry, description: LoadcastDescription) -> None:
        super().__init__(coordinator)
        self.entity_description = description
        self._attr_unique_id = f"{entry.entry_id} {description.key}"
        self._attr_device_info = DeviceInfo(
            entry_type=DeviceEntryType.SERVICE,
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            model=entry.data[CONF_REGION],
        )

    @property
    def native_value(self):
        return self.coordinator.data.get(self.entity_description.key)

    @property
    def extra_state_attributes(self):
        facts = self.coordinator.data
        return {name: facts[name] for name in self.entity_description.more if name in facts}
