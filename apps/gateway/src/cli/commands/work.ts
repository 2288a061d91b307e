import { createLog } from '@loadcast/observe/log';
import { workUntil } from '@loadcast/service';
import { readConfig } from '../../config.js';
import { defineCommand } from '../define-command.js';

/** `loadcast work`: makes the forecasts that gateways plan, until the first SIGINT or SIGTERM. */
export const workCommand = defineCommand({
  name: 'work',
  summary: 'make the forecasts that gateways with FORECAST_WORKERS=0 leave to workers',
  about: `Any number of these programs share the work, on any machine that reaches DATABASE_URL. Start one more when
forecasts are late, stop one whenever you like. FORECAST_WORKERS is the number of threads of this one.`,
  isText: true,
  async run(_given, { env, signal }) {
    const config = readConfig(env);
    await workUntil(signal, config, createLog(config));
    return 0;
  },
});
