import { describeActualsStore, describeVintageStore, describeWeatherStore } from '@loadcast/core/testing';
import { describe, test } from 'vitest';
import { databaseAnswers, emptiedPostgresStore, TEST_DATABASE_URL } from '../testing/test-database.js';

if (await databaseAnswers()) {
  describeActualsStore('PostgreSQL', async () => (await emptiedPostgresStore()).actuals);
  describeVintageStore('PostgreSQL', async () => (await emptiedPostgresStore()).vintages);
  describeWeatherStore('PostgreSQL', async () => (await emptiedPostgresStore()).weather);
} else {
  describe.skip(`PostgreSQL stores (none at ${new URL(TEST_DATABASE_URL).host})`, () => {
    test('skipped', () => {});
  });
}
