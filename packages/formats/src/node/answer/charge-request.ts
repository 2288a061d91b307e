import { faultOf } from '../../errors/error.js';
import type { Charge } from '../quota.js';
import { after, done, settled, type Waiting } from '../waiting.js';
import type { Deciding } from './kept-answers.js';
import type { RequestContext } from './request-context.js';
import { CallerGone } from './request-scope.js';

const NO_REGIONS: Deciding['regions'] = [];

/** Charges one request before anything is read for it. @throws {ServiceError} `rate_limited` */
export function chargeInAdvance(context: RequestContext): void | Promise<void> {
  context.step = 'quota';
  return after(context.scope.within(context.quota.charge(context.caller!, NO_REGIONS)), (charge) => {
    context.isRead = !charge.refusal;
    takeCharge(context, charge);
    context.step = 'parameters';
  });
}

/** Charges the answer in place of its advance. A refused answer costs the advance, because it was read. @throws {ServiceError} `rate_limited` */
function* settleAdvance(context: RequestContext, deciding: Deciding, isFree: boolean): Waiting<void> {
  yield* settled(context.charge!.refund());
  context.charge = undefined;
  try {
    yield* settled(admit(context, deciding, isFree));
  } catch (refusal) {
    yield* settled(context.quota.charge(context.caller!, NO_REGIONS));
    throw refusal;
  }
}

/** Charges the request, or reads the quota where it costs nothing. @throws {ServiceError} `rate_limited` */
export function chargeRequest(context: RequestContext, deciding: Deciding, isFree: boolean): void | Promise<void> {
  return context.charge ? done(settleAdvance(context, deciding, isFree)) : admit(context, deciding, isFree);
}

function admit(context: RequestContext, prepared: Deciding, isFree: boolean): void | Promise<void> {
  const { quota, caller, scope } = context;
  const regions = prepared.isUncapped ? NO_REGIONS : prepared.regions;
  if (!caller) return undefined;
  return isFree
    ? after(scope.within(quota.peek(caller, regions)), (headers) => {
        context.quotaHeaders = headers;
      })
    : after(scope.within(quota.charge(caller, regions)), (charge) => takeCharge(context, charge));
}

/** @throws {ServiceError} `rate_limited` */
function takeCharge(context: RequestContext, charge: Charge): void {
  context.quotaHeaders = charge.headers;
  if (!charge.refusal) context.charge = charge;
  else {
    if (context.isRead) context.quota.countUncharged(context.caller!);
    throw charge.refusal;
  }
}

/**
 * Charges a caller's mistake, and refunds an answer that failed for another reason.
 *
 * @returns the error to answer with: `failure`, the refusal of the quota, or the quota's own failure
 */
export function* settleFailure(context: RequestContext, failure: unknown): Waiting<unknown> {
  const { step, charge, scope } = context;
  if (scope.over instanceof CallerGone) return failure; // a caller that disconnects still pays for the request
  try {
    if (step === 'parameters') return yield* settleUnprepared(context, failure);
    if (step === 'answer' && charge && faultOf(failure) !== 'query') yield* refund(context, charge, failure);
    return failure;
  } catch (thrown) {
    context.quotaHeaders = {};
    return thrown;
  }
}

/** Refunds an answer that failed; one without data only as long as the caller may have more of them in this hour. */
function* refund(context: RequestContext, charge: Charge, failure: unknown): Waiting<void> {
  if (faultOf(failure) === 'data') {
    if (context.quota.isOverdrawn(context.caller!)) return;
    context.quota.countUncharged(context.caller!);
  }
  context.quotaHeaders = yield* settled(charge.refund());
}

/** Parameters or plan were refused before anything was charged: mistakes count like answers, other failures are free. */
function* settleUnprepared(context: RequestContext, failure: unknown): Waiting<unknown> {
  const { quota, caller, charge } = context;
  if (!caller?.principal) return failure;
  const fault = faultOf(failure);
  if (charge) {
    if (fault !== 'query') yield* refund(context, charge, failure);
    return failure;
  }
  if (fault !== 'query') {
    if (fault === 'data') quota.countUncharged(caller);
    context.quotaHeaders = yield* settled(quota.peek(caller, NO_REGIONS));
    return failure;
  }
  const { headers, refusal } = yield* settled(quota.charge(caller, NO_REGIONS));
  context.quotaHeaders = headers;
  return refusal ?? failure;
}
