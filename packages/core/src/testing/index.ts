export { buildBatch, buildBlock, buildVintage, hourly } from './builders.js';
export { describeActualsStore } from './describe-actuals-store.js';
export { describeVintageStore } from './describe-vintage-store.js';
export { type ReportWorld, reportWorld } from './report-world.js';
