import { once } from 'node:events';
import { startGateway } from '../../compose.js';
import { type Command, readArgs } from '../command.js';
import { readInstant } from '../read-instant.js';

/** `loadcast serve`: the gateway. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the three surfaces, follow the source, issue forecasts',
  usage: `usage: loadcast serve [--now TIME] [--demo]

  --now TIME   replay: the clock starts there (2023-07-15T18:00Z) and runs on; what became known later is
               unseen, forecasts are made again from what was known, in memory, and nothing is written
  --demo       on a store without accounts, make a demo account and print its key once

Settings are environment variables: PORT, HOST, LOADCAST_DATA_DIR, SOURCE, ... (see the README).`,
  async run(args, io) {
    const { values } = readArgs(args, { now: { type: 'string' }, demo: { type: 'boolean', default: false } });
    const replayFrom = values.now === undefined ? undefined : readInstant('--now', values.now);
    const gateway = await startGateway({
      env: io.env,
      ...(replayFrom === undefined ? {} : { replayFrom }),
      demo: values.demo,
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
};
