import { MARKET_RUNS } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { integerParameter, METER_UNITS, oneOf, readQuery, regionParameter, regionsParameter } from '@loadcast/formats';
import { z } from 'zod';
import { forecasterSchema, receiptSchema } from '../../forecasters/forecaster-json.js';
import { accountEndpoint, bytesBody, jsonBody, withKey } from '../account-endpoint.js';
import { successAnswer } from './success.js';

const forecasterAnswer = successAnswer(forecasterSchema);
const receiptAnswer = successAnswer(receiptSchema);

export const forecasterWishes = z.object({
  /** Everyone's CSV may have it: it begins no formula, and has no control characters. */
  name: z
    .string('a string')
    .trim()
    .min(1, 'a name')
    .max(LIMITS.forecaster_name.bound)
    .regex(/^[\p{L}\p{N}]\P{C}*$/u, 'a name that begins with a letter or a digit'),
  /** A comma list, as in queries. */
  regions: regionsParameter(),
  gates: z
    .array(z.enum(MARKET_RUNS), `a list of ${MARKET_RUNS.join(', ')}`)
    .min(1, 'a gate')
    .default(['DAM']),
  public: z.boolean('true or false').default(false),
  blend: z
    .array(z.string(), 'a list of loadcast, operator and ids of forecasters')
    .min(2, 'two experts or more')
    .max(LIMITS.blend_experts.bound)
    .refine((experts) => new Set(experts).size === experts.length, 'each expert once')
    .optional(),
});

export const UNITS = Object.keys(METER_UNITS) as (keyof typeof METER_UNITS)[];
export const submissionQuery = z.object({
  region: regionParameter().optional(),
  unit: oneOf(UNITS).optional(),
});

const receiptsQuery = z.object({ size: integerParameter({ min: 0, max: 999_999_999 }).optional() });

export const listForecasters = accountEndpoint({
  method: 'GET',
  path: '/forecasters',
  name: 'listForecasters',
  title: 'The forecasters of the account',
  access: withKey,
  answer: successAnswer(z.array(forecasterSchema)),
  result: ({ caller }, { forecasters }) => forecasters.list(caller.accountId),
});

export const createForecaster = accountEndpoint({
  method: 'POST',
  path: '/forecasters',
  name: 'createForecaster',
  title: 'Create a forecaster that submits forecasts, or a blend of forecasters',
  access: withKey,
  body: jsonBody(forecasterWishes),
  status: 201,
  answer: forecasterAnswer,
  async result({ caller, body }, { forecasters }) {
    const { regions: areas, public: isPublic, ...rest } = body;
    return await forecasters.add(caller.accountId, caller.plan, { ...rest, areas, isPublic });
  },
});

export const publishForecaster = accountEndpoint({
  method: 'POST',
  path: '/forecasters/{id}',
  name: 'publishForecaster',
  title: 'Show a forecaster to everyone, or to the account alone, from now on',
  access: withKey,
  body: jsonBody(z.object({ public: z.boolean('true or false') })),
  answer: forecasterAnswer,
  result: ({ caller, id, body }, { forecasters }) => forecasters.publish(caller.accountId, id, body.public),
});

export const retireForecaster = accountEndpoint({
  method: 'DELETE',
  path: '/forecasters/{id}',
  name: 'retireForecaster',
  title: 'Retire a forecaster; its past forecasts are kept',
  access: withKey,
  answer: forecasterAnswer,
  result: ({ caller, id }, { forecasters }) => forecasters.retire(caller.accountId, id),
});

export const submitRun = accountEndpoint({
  method: 'POST',
  path: '/forecasters/{id}/runs',
  name: 'submitRun',
  title: 'Submit a forecast as CSV, NDJSON or JSON; the receipt has its digest and time',
  access: withKey,
  query: submissionQuery,
  body: bytesBody(LIMITS.forecast_bytes.bound, 'timestamp,value_mw,p10,p90\n2026-11-22T08:00:00Z,23100,22400,23900\n'),
  status: 201,
  answer: receiptAnswer,
  async result({ caller, id, body: bytes, request }, { forecasters, areas }) {
    const { region: area, unit } = readQuery(submissionQuery, { query: request.query, areas: areas() });
    const requestKey = request.headers.get('idempotency-key');
    return await forecasters.submit(caller.accountId, id, { bytes, area, unit, requestKey });
  },
});

export const listRuns = accountEndpoint({
  method: 'GET',
  path: '/forecasters/{id}/runs',
  name: 'listReceipts',
  title: 'The newest 200 receipts of a forecaster',
  access: withKey,
  query: receiptsQuery,
  answer: successAnswer(z.array(receiptSchema)),
  result({ caller, id, request }, { forecasters, areas }) {
    const { size } = readQuery(receiptsQuery, { query: request.query, areas: areas() });
    return forecasters.receipts(caller.accountId, id, size);
  },
});

export const withdrawRun = accountEndpoint({
  method: 'POST',
  path: '/forecasters/{id}/withdrawals',
  name: 'withdrawRun',
  title: 'Withdraw a run; both stay in the chain',
  access: withKey,
  body: jsonBody(z.object({ position: z.int('the position of a run').min(1) })),
  status: 201,
  answer: receiptAnswer,
  result: ({ caller, id, body }, { forecasters }) => forecasters.withdraw(caller.accountId, id, body.position),
});
