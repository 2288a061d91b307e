"""Names that the parts share."""

from datetime import timedelta

DOMAIN = "loadcast"
CONF_REGION = "region"
# Forecasts are issued each hour; two calls every 15 minutes are 192 a day.
INTERVAL = timedelta(minutes=15)
