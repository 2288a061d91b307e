export { type AreaSnapshot, readSnapshot, type SnapshotDeps, type SnapshotHour } from './snapshot.js';
