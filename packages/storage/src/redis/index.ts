export { openRedisQuota } from './quota-redis.js';
export { openRedisAttempts } from './redis-attempts.js';
export type { RedisQuotaCounters } from './redis-quota-options.js';
