export { type Access, openAccess } from '@loadcast/accounts';
export { createAccount } from '@loadcast/accounts';
export { issueKey } from '@loadcast/accounts';
export { quotaHeaders } from '@loadcast/accounts';
export { sha256 } from '@loadcast/accounts';
export { type GatewayOptions, type RunningGateway, startGateway } from './compose.js';
export { type Config, readConfig } from './config.js';
export { ConfigError } from '@loadcast/observe';
