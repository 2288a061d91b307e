import type { Forecaster } from '@loadcast/core';
import type { ActualsOf } from '../wiring/actuals-source.js';

/** A grid that is not the present one: `simulated` or `recorded`. */
export type DemoGrid = Exclude<ActualsOf, 'eia'>;

/** Marks a model's name, wherever it is shown, as forecasting a simulated or recorded grid. */
export function labelDemo(forecaster: Forecaster, grid: DemoGrid): Forecaster {
  return {
    ...forecaster,
    name: demoName(forecaster.name, grid),
    series: (area) => forecaster.series(area),
    forArea(area, data, states) {
      const inner = forecaster.forArea(area, data, states);
      if (area.areas?.byId(area.id).source === 'own') return inner; // the load of an account is real
      return {
        async issue(issuedAt, options) {
          const issued = await inner.issue(issuedAt, options);
          return { ...issued, model: { ...issued.model, name: demoName(issued.model.name, grid) } };
        },
      };
    },
  };
}

export function demoName(name: string, grid: DemoGrid): string {
  return `${grid}-${name}`;
}
