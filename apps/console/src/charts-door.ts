import type { StillCharts } from './charts/still/still-charts.js';

export type { StillCharts, StillLine } from './charts/still/still-charts.js';

export declare const stillCharts: StillCharts;
