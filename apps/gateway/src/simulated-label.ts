import type { Forecaster } from '@loadcast/core';

/** Marks a model's name, wherever it is shown, as forecasting a simulated grid. */
export function labelSimulated(forecaster: Forecaster): Forecaster {
  const name = `${forecaster.name} (simulated grid)`;
  return {
    name,
    version: forecaster.version,
    forArea(area, data) {
      const inner = forecaster.forArea(area, data);
      return {
        issue(issuedAt, options) {
          const issued = inner.issue(issuedAt, options);
          return { ...issued, model: { ...issued.model, name: `${issued.model.name} (simulated grid)` } };
        },
      };
    },
  };
}
