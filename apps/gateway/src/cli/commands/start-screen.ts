import { PROGRAM } from '../../http/program-name.js';
import type { AnsweringAt } from '../../parts.js';
import type { CommandIo } from '../command.js';

interface StartScreen {
  /** The log then goes to a file. */
  readonly isTerminal: boolean;
  /** Shows a line, on a terminal below the address. */
  say(line: string): void;
  /** Requests are answered. */
  answers(at: AnsweringAt): void;
  /** The first forecasts are made; past ones may still be. */
  ready(): void;
  end(): void;
}

type Io = Pick<CommandIo, 'out' | 'err' | 'redraw'>;

const HELP = 'Open this address in a browser. Ctrl+C stops the service.';
const DRAW_EVERY_MS = 250;

/** Plain lines for a person: the address first, then what to do with it, then how far the forecasts are. */
export function createStartScreen(io: Io): StartScreen {
  const notices: string[] = [];
  let drawing: NodeJS.Timeout | undefined;
  let isOpen = false;
  let forecasts: AnsweringAt['forecasts'] | undefined;
  let drawn = '';
  const draw = (): void => {
    const words = forecasts ? progressWords(forecasts) : '';
    if (words !== drawn) io.redraw?.(words);
    drawn = words;
  };
  const end = (): void => {
    clearInterval(drawing);
    if (drawing) io.redraw?.('');
    drawing = undefined;
  };
  return {
    isTerminal: true,
    say: (line) => (isOpen ? io.out(line) : notices.push(line)),
    answers(at) {
      isOpen = true;
      forecasts = at.forecasts;
      for (const line of ['', `    ${at.publicUrl}`, '', HELP, ...keyLines(at), '', ...notices]) io.out(line);
      drawing = setInterval(draw, DRAW_EVERY_MS);
      drawing.unref();
    },
    ready() {
      io.redraw?.('');
      io.out(readyWords(forecasts));
    },
    end,
  };
}

/** The same for a program that reads it, beside the log. */
export function createStartLines(io: Io): StartScreen {
  let forecasts: AnsweringAt['forecasts'] | undefined;
  return {
    isTerminal: false,
    say: io.err,
    answers(at) {
      forecasts = at.forecasts;
      for (const line of keyLines(at)) io.out(line);
      io.out(`listening on ${at.url}`);
    },
    ready: () => io.out(readyWords(forecasts)),
    end: () => undefined,
  };
}

function keyLines({ demoKey, publicUrl }: AnsweringAt): string[] {
  const email = 'you@example.org';
  if (demoKey === undefined)
    return [`Make a key: ${PROGRAM} accounts create --email ${email}; ${PROGRAM} keys create --account ${email}`];
  return [
    `Your demo key (a new one each start): ${demoKey}`,
    `Try: curl -sS --fail-with-body -H "Authorization: Bearer ${demoKey}" "${publicUrl}/v1/demand/latest?region=PJM"`,
  ];
}

function progressWords({ areas, expected, withoutGate }: AnsweringAt['forecasts']): string {
  if (areas < expected) return `Making the first forecasts (${areas} of ${expected}) ...`;
  if (withoutGate.length === 0) return '';
  return `Scoring the last four weeks (${areas - withoutGate.length} of ${areas}) ...`;
}

function readyWords(forecasts: AnsweringAt['forecasts'] | undefined): string {
  return `Ready: ${forecasts?.areas ?? 0} of ${forecasts?.expected ?? 0} forecasts.`;
}
