/** Units of meters: how many MW or MWh one is, and whether it counts energy. */
export const METER_UNITS = {
  W: { mw: 1e-6, isEnergy: false },
  kW: { mw: 1e-3, isEnergy: false },
  MW: { mw: 1, isEnergy: false },
  GW: { mw: 1e3, isEnergy: false },
  Wh: { mw: 1e-6, isEnergy: true },
  kWh: { mw: 1e-3, isEnergy: true },
  MWh: { mw: 1, isEnergy: true },
  GWh: { mw: 1e3, isEnergy: true },
} as const satisfies Record<string, { readonly mw: number; readonly isEnergy: boolean }>;

export type MeterUnit = keyof typeof METER_UNITS;
