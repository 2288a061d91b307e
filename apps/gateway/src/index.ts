export { type Access, createAccount, issueKey, openAccess, quotaHeaders, sha256 } from '@loadcast/accounts';
export { ConfigError } from '@loadcast/observe';
export { type GatewayOptions, type RunningGateway, startGateway } from './compose.js';
export { type Config, readConfig } from './config.js';
