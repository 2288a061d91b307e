/** @param {number} fahrenheit @returns {number} degrees C */
export const celsius = (fahrenheit) => ((fahrenheit - 32) * 5) / 9;

/**
 * The dew point, degrees C, of air temperature (degrees C) and relative humidity (percent, above 0): the Magnus formula
 * solved for the dew point.
 *
 * @see Alduchov & Eskridge 1996, doi:10.1175/1520-0450(1996)035<0601:IMFAOS>2.0.CO;2
 * @param {number} temperatureC
 * @param {number} humidityPct
 * @returns {number}
 */
export function dewPointC(temperatureC, humidityPct) {
  const magnus = Math.log(humidityPct / 100) + (17.625 * temperatureC) / (243.04 + temperatureC);
  return (243.04 * magnus) / (17.625 - magnus);
}

const RADIANS = Math.PI / 180;

/**
 * Sunshine on level ground, W/m2, from cloud cover alone: clear sky by Haurwitz, dimmed as Kasten and Czeplak.
 *
 * @see Reno, Hansen & Stein 2012, Sandia SAND2012-2389 (Haurwitz); Kasten & Czeplak 1980, doi:10.1016/0038-092X(80)90391-6
 * @param {number} instant epoch ms, middle of the hour
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} cloudPct
 * @returns {number}
 */
export function sunshineWm2(instant, latitude, longitude, cloudPct) {
  const days = instant / 86_400_000 - 10_957.5;
  const yearAngle = 2 * Math.PI * (days / 365.25);
  const declination = -23.44 * RADIANS * Math.cos(yearAngle + (2 * Math.PI * 10) / 365.25);
  const hourAngle = ((((instant / 3_600_000) % 24) - 12) * 15 + longitude) * RADIANS;
  const sine =
    Math.sin(latitude * RADIANS) * Math.sin(declination) +
    Math.cos(latitude * RADIANS) * Math.cos(declination) * Math.cos(hourAngle);
  if (sine <= 0) return 0;
  const clear = 1098 * sine * Math.exp(-0.057 / sine);
  return clear * (1 - 0.75 * (Math.min(100, Math.max(0, cloudPct)) / 100) ** 3.4);
}
