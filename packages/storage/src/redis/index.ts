export { openRedisQuota } from './quota-redis.js';
export type { RedisQuotaCounters, RedisQuotaOptions } from './redis-quota-options.js';
