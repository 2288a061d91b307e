export { createClient, type LoadcastClient } from './client.js';
export type { CallOptions, ClientOptions, Get } from './client-options.js';
export type { Endpoints, Horizon, Instant, MarketRun, Region, Resolution, Utility } from './endpoints.generated.js';
export type { ActualPoint, Answer, ForecastPoint, Metrics, Path, Query } from './endpoints.js';
export type { EventOptions, EventQuery, EventType, ServiceEvent } from './events/events.js';
export { readWebhook, type WebhookHeaders } from './events/webhook.js';
export { type ErrorCode, LoadcastError } from './loadcast-error.js';
export type { LongRange, RangePath, RangeRow } from './long-range.js';
