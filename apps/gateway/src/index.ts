export { type Access, openAccess } from './access/access.js';
export { createAccount } from './access/create-account.js';
export { issueKey } from './access/keys/issue-key.js';
export { quotaHeaders } from './access/quota-headers.js';
export { sha256 } from './access/sha256.js';
export { type GatewayOptions, type RunningGateway, startGateway } from './compose.js';
export { type Config, readConfig } from './config.js';
export { ConfigError } from '@loadcast/observe';
