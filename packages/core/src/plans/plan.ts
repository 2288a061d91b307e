import type { SurfaceId } from '../areas/area.js';
import type { Horizon, Resolution } from '../horizons/horizon.js';

/** What an account may do on one surface. `null` is "no limit". */
export interface Plan {
  readonly surface: SurfaceId;
  /** The stored id, also used on the command line: `free`, `developer`, ... */
  readonly id: string;
  /** The displayed name: `Free`, `Developer`, ... */
  readonly name: string;
  readonly requestsPerHour: number | null;
  readonly requestsPerDay: number | null;
  /** Limit per canonical region and UTC day. */
  readonly regionRequestsPerDay: number | null;
  readonly maxKeys: number | null;
  /** Most active forecasters of an account. */
  readonly maxForecasters: number;
  /** Most active areas of the account's own, and most hours of load of each. */
  readonly maxAreas: number;
  readonly maxAreaRows: number;
  readonly horizons: readonly Horizon[];
  readonly resolutions: readonly Resolution[];
  /** Whether p10 and p90 (bounds) are shown. */
  readonly quantiles: boolean;
  /** Whether the plan includes monthly files. */
  readonly bulk: boolean;
  /** How far back actuals may be read, counted from the start of the current hour. */
  readonly historyDepthMs: number | null;
  /** The contract says "custom": the numbers are agreed per account, and those here are the default. */
  readonly custom: boolean;
}

/** Numbers agreed with one account that replace a `custom` plan's numbers. Whole numbers, 0 or more. */
export interface PlanOverrides {
  readonly requestsPerHour?: number;
  readonly requestsPerDay?: number;
  readonly regionRequestsPerDay?: number;
  readonly maxKeys?: number;
}
