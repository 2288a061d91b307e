import { describeActualsStore, describeVintageStore, describeWeatherStore } from '@loadcast/core/testing';
import { describe, test } from 'vitest';
import { databaseAnswers, sharedPostgresStore, TEST_DATABASE_URL } from '../testing/test-database.js';

if (await databaseAnswers()) {
  const emptied = sharedPostgresStore();
  describeActualsStore('PostgreSQL', async () => (await emptied()).actuals);
  describeVintageStore('PostgreSQL', async () => (await emptied()).vintages);
  describeWeatherStore('PostgreSQL', async () => (await emptied()).weather);
} else {
  describe.skip(`PostgreSQL stores (none at ${new URL(TEST_DATABASE_URL).host})`, () => {
    test('skipped', () => {});
  });
}
