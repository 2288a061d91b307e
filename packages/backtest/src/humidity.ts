/**
 * Relative humidity, percent, of air temperature and dew point, both in degrees C (Magnus formula).
 *
 * @see Alduchov & Eskridge 1996, doi:10.1175/1520-0450(1996)035<0601:IMFAOS>2.0.CO;2
 */
export function humidityPct(temperatureC: number, dewPointC: number): number {
  const magnus = (c: number): number => (17.625 * c) / (243.04 + c);
  return Math.min(100, 100 * Math.exp(magnus(dewPointC) - magnus(temperatureC)));
}
