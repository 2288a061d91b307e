import type { Forecaster } from '@loadcast/core';

/** Marks a model's name, wherever it is shown, as forecasting a simulated grid. */
export function labelSimulated(forecaster: Forecaster): Forecaster {
  return {
    ...forecaster,
    name: simulated(forecaster.name),
    series: (area) => forecaster.series(area),
    forArea(area, data, states) {
      const inner = forecaster.forArea(area, data, states);
      return {
        async issue(issuedAt, options) {
          const issued = await inner.issue(issuedAt, options);
          return { ...issued, model: { ...issued.model, name: simulated(issued.model.name) } };
        },
      };
    },
  };
}

/** The name of a model that forecasts a simulated grid. */
export function simulated(name: string): string {
  return `simulated-${name}`;
}
