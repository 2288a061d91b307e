import { expect, test } from 'vitest';
import { plansPage } from './plans-page.js';

test.each([
  '| Free | 100 | 1,000 | 2 | 50 | 24 hours |',
  '| Developer | 10,000 | 50,000 | 5 | 5,000 | 30 days |',
  '| Team | 50,000 | 500,000 | no limit | 5,000 | 30 days |',
  '| 50,000 | 1 year |',
  '| Trial | 100 | 1,000 | 2 | 31 days |',
  '| Standard | 1,000 | 10,000 | 10 | 31 days |',
  '| Pro | 10,000 | 100,000 | 50 | 31 days |',
  '| Enterprise | 100,000 | 1,000,000 | 100 | 31 days |',
  '| Enterprise | no limit | no limit |',
])("the contract's row %s is in it", (row) => expect(plansPage()).toContain(row));
