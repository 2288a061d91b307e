import { once } from 'node:events';
import { startGateway } from '../../compose.js';
import { defineCommand } from '../define-command.js';
import { flag, optional } from '../options.js';
import { readInstant } from '../values/read-instant.js';

const NOW_HELP = `replay: the clock starts there (2023-07-15T18:00Z) and runs on; what became known later is
not visible, forecasts are made again from what was known, in memory, and nothing is written`;

/** `loadcast serve`: the gateway. */
export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve the three surfaces, follow the source, issue forecasts',
  about: 'Settings are environment variables: PORT, HOST, LOADCAST_DATA_DIR, SOURCE, ... (see the README).',
  options: {
    now: optional('TIME', NOW_HELP, readInstant),
    demo: flag('on a store without accounts, make a demo account and print its key once'),
  },
  async run({ now: replayFrom, demo }, io) {
    const gateway = await startGateway({
      env: io.env,
      ...(replayFrom === undefined ? {} : { replayFrom }),
      demo,
      signal: io.signal,
      say: (line) => io.say(line),
    });
    if (gateway.demoKey) {
      io.out(`demo key (shown once): ${gateway.demoKey}`);
      io.out(
        `try: curl -H 'Authorization: Bearer ${gateway.demoKey}' '${gateway.url}/v1/demand/forecast?region=CAISO'`,
      );
    }
    io.out(`listening on ${gateway.url}`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    io.say('stopping ...');
    await gateway.stop();
    return 0;
  },
});
