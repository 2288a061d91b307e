import { once } from 'node:events';
import type { RunningGateway, startGateway } from '../../compose.js';
import { settingRows } from '../../config.js';
import type { Command } from '../command.js';
import { defineCommand } from '../define-command.js';
import { flag, optional } from '../options.js';
import { aligned, left } from '../table.js';
import { readInstant } from '../values/read-instant.js';

const NOW_HELP = `replay: the clock starts at this time (2023-07-15T18:00Z) and runs on; later data are not visible,
forecasts are made again in memory from the data known then, and nothing is written`;

/** `loadcast serve`: runs the gateway until the first SIGINT or SIGTERM. */
export function createServeCommand(start: typeof startGateway): Command {
  return defineCommand({
    name: 'serve',
    summary: 'serve the three surfaces, follow the source, issue forecasts',
    about: `Settings are environment variables, all optional; the default is in brackets:\n\n${settingLines()}`,
    options: {
      now: optional('TIME', NOW_HELP, readInstant),
      demo: flag('on a store without accounts, create a demo account; print a new key at each start'),
    },
    async run({ now: replayFrom, demo }, io) {
      const gateway = await start({
        env: io.env,
        ...(replayFrom === undefined ? {} : { replayFrom }),
        demo,
        signal: io.signal,
        say: io.err,
      });
      for (const line of keyLines(gateway)) io.out(line);
      io.out(`listening on ${gateway.url}`);
      if (!io.signal.aborted) await once(io.signal, 'abort');
      io.err('stopping ...');
      await gateway.stop();
      return 0;
    },
  });
}

/** The demo key of this start, or how a key is made. */
function keyLines({ demoKey, url }: RunningGateway): string[] {
  if (demoKey === undefined)
    return [
      'for a key: loadcast accounts create --email you@example.org; loadcast keys create --account you@example.org',
    ];
  return [
    `Your demo key (a new one each start): ${demoKey}`,
    `try: curl -H 'Authorization: Bearer ${demoKey}' '${url}/v1/demand/forecast?region=CAISO'`,
  ];
}

function settingLines(): string {
  const rows = settingRows().map(({ name, defaultText, description }) => [
    name,
    defaultText === '' ? description : `${description} [${defaultText}]`,
  ]);
  return aligned(left('', ''), rows)
    .map((line) => `  ${line}`)
    .join('\n');
}
