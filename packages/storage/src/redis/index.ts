export { openRedisQuota, type RedisQuotaCounters, type RedisQuotaOptions } from './quota-redis.js';
