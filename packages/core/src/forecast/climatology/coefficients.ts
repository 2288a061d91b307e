/**
 * Coefficients of the daily mean: means over the hours, by column.
 *
 * @param coefficients 24 of each column, column by hour
 */
export function meansOfHours(coefficients: Float64Array): Float64Array {
  const means = new Float64Array(coefficients.length / 24);
  for (let column = 0; column < means.length; column++) {
    let mean = 0;
    for (let hour = 0; hour < 24; hour++) mean += coefficients[column * 24 + hour]! / 24;
    means[column] = mean;
  }
  return means;
}
