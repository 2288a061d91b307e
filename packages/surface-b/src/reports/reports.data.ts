import type { Report } from './report.js';
import { sldActual } from './sld-actual.js';
import { sldFcst } from './sld-fcst.js';
import { sldFcstAccuracy } from './sld-fcst-accuracy.js';
import { tacAreas } from './tac-areas.js';

/** Every report of surface B, in the order in which errors list them. Adding one is a file and a line here. */
export const REPORTS: readonly Report[] = [sldFcst, sldActual, sldFcstAccuracy, tacAreas];
