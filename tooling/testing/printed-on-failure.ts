import { afterAll, afterEach } from 'vitest';

const SHOWN_LINES = 25;
const SHOWN_PROGRAMS = 6;

interface Program {
  readonly name: string;
  readonly printed: () => string;
}

const programs: Program[] = [];

/**
 * Adds a second failure to a failed test: the newest output lines of the programs its file started last. A hook that
 * fails has it on standard error. `show-printed.ts` has to be a set-up file of the project.
 *
 * @param printed everything it has printed so far
 */
export function printedOnFailure(name: string, printed: () => string): void {
  programs.push({ name, printed });
}

function newestLines(): string {
  return programs
    .slice(-SHOWN_PROGRAMS)
    .map(({ name, printed }) => {
      const lines = printed().trim().split('\n').slice(-SHOWN_LINES);
      return [`${name} printed last:`, ...lines.map((line) => `  ${line}`)].join('\n');
    })
    .join('\n');
}

interface Outcome {
  readonly type: string;
  readonly result?: { readonly errors?: readonly unknown[] };
  readonly tasks?: readonly Outcome[];
}

/** Whether a hook of a suite, or of one in it, has failed. */
const hookFailed = ({ type, result, tasks = [] }: Outcome): boolean =>
  type === 'suite' && ((result?.errors?.length ?? 0) > 0 || tasks.some(hookFailed));

/** Registers the hooks of a test file. Files that share this module each call it, and the programs of the file before are forgotten. */
export function showPrintedOnFailure(): void {
  programs.length = 0;
  afterEach(({ task }) => {
    if (programs.length === 0 || task.result?.state !== 'fail') return;
    const shown = new Error(newestLines());
    shown.stack = shown.message; // where this line is says nothing
    throw shown;
  });
  // biome-ignore lint/correctness/noEmptyPattern: vitest takes no other name for an unused argument
  afterAll(({}, file) => {
    if (programs.length > 0 && hookFailed(file as Outcome)) console.error(newestLines());
  });
}
