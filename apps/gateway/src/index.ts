export { type Config, ConfigError, readConfig } from './config.js';
export { type GatewayOptions, type RunningGateway, startGateway } from './start-gateway.js';
