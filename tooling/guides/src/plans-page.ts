import { DAY_MS, LONGEST_RANGE_DAYS, PLANS, type Plan, type SurfaceId } from '@loadcast/core';

const MISSING = 'no limit';

/** A column of a plan table: its head, and the text of a plan in it. */
type Column = readonly [head: string, cell: (plan: Plan) => string];

const number = (value: number | null): string => (value === null ? MISSING : value.toLocaleString('en-US'));
/** A number that the contract leaves to be agreed is marked as the default it is. */
const agreed = (plan: Plan, value: number | null): string => number(value) + (plan.custom ? ' *' : '');
const history = ({ historyDepthMs }: Plan): string => {
  if (historyDepthMs === null) return MISSING;
  if (historyDepthMs === DAY_MS) return '24 hours';
  return historyDepthMs === 365 * DAY_MS ? '1 year' : `${historyDepthMs / DAY_MS} days`;
};

const RATES: readonly Column[] = [
  ['Plan', (plan) => plan.name],
  ['Requests/hour', (plan) => agreed(plan, plan.requestsPerHour)],
  ['Requests/day', (plan) => agreed(plan, plan.requestsPerDay)],
  ['API keys', (plan) => agreed(plan, plan.maxKeys)],
];
const RANGE: Column = ['Longest range', () => `${LONGEST_RANGE_DAYS} days`];

const COLUMNS: Readonly<Record<SurfaceId, readonly Column[]>> = {
  a: [
    ...RATES,
    ['Each region and day', (plan) => number(plan.regionRequestsPerDay)],
    ['History', history],
    ['Horizons', (plan) => plan.horizons.join(' ')],
    ['Resolutions', (plan) => plan.resolutions.join(' ')],
    ['p10, p90', (plan) => (plan.quantiles ? 'yes' : 'no')],
    ['Forecasters', (plan) => number(plan.maxForecasters)],
    ['Own areas', (plan) => number(plan.maxAreas)],
    ['Hours of load of each', (plan) => number(plan.maxAreaRows)],
    ['Monthly files', (plan) => (plan.bulk ? 'yes' : 'no')],
    RANGE,
  ],
  b: [...RATES, RANGE],
  c: [...RATES, RANGE],
};

const HEADS: Readonly<Record<SurfaceId, string>> = {
  a: 'REST, `/v1`',
  b: 'OASIS, `/oasis`',
  c: 'Utilities, `/forecast/v1`',
};

/** The tables of plans as the program enforces them, and how requests are counted, in Markdown. */
export function plansPage(): string {
  const sections = (['a', 'b', 'c'] as const).map((surface) => `## ${HEADS[surface]}\n\n${tableOf(surface)}`);
  return `${INTRODUCTION}\n\n${sections.join('\n\n')}\n\n${RULES}\n`;
}

function tableOf(surface: SurfaceId): string {
  const columns = COLUMNS[surface];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = PLANS.filter((plan) => plan.surface === surface).map((plan) =>
    line(columns.map(([, cell]) => cell(plan))),
  );
  return [line(columns.map(([head]) => head)), line(columns.map(() => '---')), ...rows].join('\n');
}

const INTRODUCTION = `# Plans and limits

An account has one plan for each API, which its [account page](/account) shows. Whoever runs the service chooses the plans of new
accounts; a key without a plan for an API is \`invalid_key\` there. The tables show the limits that the program enforces.`;

const RULES = `\\* agreed per account: these are the defaults. \`loadcast accounts set-plan --account E --plan-a enterprise --hourly N
--daily N --region-daily N --max-keys N\` sets others.

## How far back a plan reaches

- No answer shows anything older than the plan's history, counted back from the start of the current hour. That holds for the
  instant asked for (\`as_of\`) and for the hours shown: load, forecasts of past hours, scores, restatements, and runs, which are
  as old as their issue. A forecast chosen by \`gate\`, \`lead\` or a market run is as old as the hour it is for.
- Every plan has the newest run, the newest load and the accuracy of the 30 days before now, or before an \`as_of\` within its
  history. A longer \`window\` of the accuracy counts from its first hour, a monthly file from its last.
- Anything older is 403 \`plan_limit\` with the plan that includes it, in every format, before any data are read. \`/v1/oasis\` has
  the limits of REST, \`/mcp\` has its key’s limits. OASIS and Utilities have no such limit.

## How requests are counted

- All keys of an account share one limit for each API. \`/v1/oasis\` counts as REST.
- Hours and days are UTC. REST also limits the calls for each region and day, whatever spelling is used for it. A call over several regions costs 1 to the hour, 1 to the day and 1 to each region, or nothing at all.
- Free of charge: 304, 404 \`no_data\`, 5xx, 429, 401, \`GET /v1/usage\`, and endpoints that need no key. A 400 or 403 with a
  valid key costs 1 to the hour and the day, and so does each \`no_data\` of an account and API after 100 in an hour.
- Every counted answer carries \`RateLimit-Policy\`, \`RateLimit\` and \`X-RateLimit-*\`. "Remaining" is exact: so many more are
  admitted now. After a 429, waiting \`Retry-After\` seconds is enough, and one second less is not.
- Without a key an address (an IPv6 /64) may ask 1,000 times an hour.
- How many keys an account may have is the larger number among its plans. Revoked, expired and rotated keys do not count.`;
