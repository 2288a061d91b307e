export { maxKeysOfAccount, normaliseEmail, planOfAccount } from '../accounts/account.js';
export { isWellFormedKey, KEY_PATTERN, KEY_PREFIX, newApiKey, randomBase62 } from '../keys/key-format.js';
export { type KeyState, keyEndsAt, keyStateOf } from '../keys/key-state.js';
export {
  type EntitlementClass,
  earliestHistory,
  entitlementClass,
  type PlanAsk,
  requireEntitlement,
} from '../plans/entitlement.js';
export { agreedPlan, plansOf } from '../plans/find-plan.js';
export type { PlanOverrides } from '../plans/plan.js';
export { CounterTable, type DayCount, type HourCount, type SubjectCounts, subjectOf } from './counter-table.js';
export { firstAdmission, isFull, MAX_ADMISSION_STEPS, type WindowCounts } from './first-admission.js';
export { type QuotaCall, type QuotaLimits, type QuotaReading, type QuotaUsage, quotaLimits } from './quota-call.js';
export {
  type QuotaDecision,
  type QuotaPolicy,
  type QuotaPolicyName,
  type QuotaSnapshot,
  quotaCall,
  quotaDecision,
  quotaSnapshot,
  rateLimited,
} from './quota-decision.js';
