export { openRedisQuota } from './quota-redis.js';
export { openRedisAttempts, type RedisAttempts, type RedisAttemptsOptions } from './redis-attempts.js';
export type { RedisQuotaCounters, RedisQuotaOptions } from './redis-quota-options.js';
