import { createLog } from '@loadcast/observe/log';
import { workUntil } from '@loadcast/service';
import { readConfig } from '../../config.js';
import { defineCommand } from '../define-command.js';

/** `loadcast work`: makes the forecasts that gateways plan, until the first SIGINT or SIGTERM. */
export const workCommand = defineCommand({
  name: 'work',
  summary: 'make forecasts for gateways with FORECAST_WORKERS=0',
  about: `Run any number of these on any machine that reaches DATABASE_URL; they share the work. Start one more when forecasts
are late, and stop one at any time. FORECAST_WORKERS is the number of threads of each.`,
  isText: true,
  async run(_given, { env, signal }) {
    const config = readConfig(env);
    await workUntil(signal, config, createLog(config));
    return 0;
  },
});
