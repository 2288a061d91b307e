import { describeActualsStore, describeVintageStore, describeWeatherStore } from '@loadcast/core/testing';
import { emptySqliteStore } from '../testing/test-sqlite.js';

describeActualsStore('SQLite', async () => (await emptySqliteStore()).actuals);
describeVintageStore('SQLite', async () => (await emptySqliteStore()).vintages);
describeWeatherStore('SQLite', async () => (await emptySqliteStore()).weather);
