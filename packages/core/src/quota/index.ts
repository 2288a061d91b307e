export { maxKeysOfAccount, normaliseEmail, planOfAccount } from '../accounts/account.js';
export {
  MOST_REFUSED_EVENTS,
  newSecurityEventId,
  oldestSecurityEvent,
  SECURITY_EVENT_DAYS,
  SECURITY_EVENT_KINDS,
  type SecurityEvent,
  type SecurityEventFilter,
  type SecurityEventKind,
  type SecurityOutcome,
} from '../accounts/security-event.js';
export type { KeyScope } from '../keys/api-key.js';
export { isWellFormedKey, KEY_PATTERN, newApiKey, randomBase62 } from '../keys/key-format.js';
export { DEAD_KEY_DAYS, isLongDead, keyEndsAt, keyStateOf } from '../keys/key-state.js';
export {
  earliestHistory,
  entitlementClass,
  entitlementKey,
  NO_GRID_DATA,
  requireEntitlement,
  type Sight,
} from '../plans/entitlement.js';
export { plansOf } from '../plans/find-plan.js';
export type { PlanOverrides } from '../plans/plan.js';
export type { AttemptCounters, Attempts } from '../ports/attempt-counters.js';
export type { EventStore } from '../ports/event-store.js';
export type { Link, LinkPurpose, LinkStore } from '../ports/link-store.js';
export type { KnownOrigin, OriginStore } from '../ports/origin-store.js';
export type { SecondFactorStore } from '../ports/second-factor-store.js';
export { type ForecastWindowQuery, forecastWindowSight } from '../reads/forecast-window.js';
export { CounterTable, type SubjectCounts, subjectOf } from './counter-table.js';
export { firstAdmission, isFull, MAX_ADMISSION_STEPS } from './first-admission.js';
export {
  NO_KEY,
  type QuotaCall,
  type QuotaLimits,
  type QuotaReading,
  type QuotaUsage,
  quotaLimits,
} from './quota-call.js';
export {
  type QuotaDecision,
  type QuotaPolicy,
  type QuotaSnapshot,
  quotaCall,
  quotaDecision,
  quotaSnapshot,
} from './quota-decision.js';
export { UseCounts } from './use-counts.js';
