/** The fields of each line of plain CSV: no quotes, LF or CRLF, empty lines left out. */
export function linesOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

export const celsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;

/**
 * Relative humidity, percent, of air temperature and dew point, both in degrees C (Magnus formula).
 *
 * @see Alduchov & Eskridge 1996, doi:10.1175/1520-0450(1996)035<0601:IMFAOS>2.0.CO;2
 */
export function humidityPct(temperatureC: number, dewPointC: number): number {
  const magnus = (c: number): number => (17.625 * c) / (243.04 + c);
  return Math.min(100, 100 * Math.exp(magnus(dewPointC) - magnus(temperatureC)));
}

const RADIANS = Math.PI / 180;

/**
 * Sunshine on level ground, W/m2, from cloud cover alone: clear sky by Haurwitz, dimmed as Kasten and Czeplak.
 *
 * @param instant epoch ms, middle of the hour
 * @see Reno, Hansen & Stein 2012, Sandia SAND2012-2389 (Haurwitz); Kasten & Czeplak 1980, doi:10.1016/0038-092X(80)90391-6
 */
export function sunshineWm2(instant: number, latitude: number, longitude: number, cloudPct: number): number {
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
