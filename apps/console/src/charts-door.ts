import type { StillCharts } from './charts/still/still-charts.js';

export type { StillCharts, StillLine } from './charts/still/still-charts.js';

/** The console's charts for pages without a script. */
export declare const stillCharts: StillCharts;
