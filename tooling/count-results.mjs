// Prints one line for a whole run, `N passed, N failed, N skipped`, and fails when anything failed. The first argument
// is a folder with NAME.begun of each step, NAME.guards (what it finds) and, for one that has ended, NAME.status (its exit
// status), NAME.seconds (how long it took), NAME.log (its output) and, for steps that are test runs, NAME.json (vitest's
// report). Others are folders of the trees that the steps ran in: files are named within them. A step without a report
// counts as one; so does a step that failed although none of its tests did, and one that did not end. Status 77 counts as
// skipped: the machine has not what the step needs, and the last line of its output, below the table, says what. Each failed test is named, with the beginning of its messages. A failed
// step that names no test, such as one of which a hook failed, has the end of its output there. A table of all steps and
// their seconds comes last, since a long run keeps its last lines.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const [folder, ...trees] = process.argv.slice(2);
const SLOWEST_FILES = 8;
const SHOWN_LINES = 12;
/** Most lines shown from programs of a failed test, as a message of its own. */
const SHOWN_LINES_OF_PROGRAMS = 60;
const SHOWN_LINES_OF_OUTPUT = 40;

const SKIPPED_STATUS = '77';

const steps = readdirSync(folder)
  .filter((name) => name.endsWith('.begun'))
  .map((file) => stepOf(file.slice(0, -'.begun'.length)));
for (const step of steps) {
  process.stdout.write(timesOf(step));
  if (step.counts.failed > 0) process.stdout.write(`${step.name}: ${step.counts.failed} failed\n${failuresOf(step)}`);
}
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
process.stdout.write(table(steps));
for (const { name, output } of steps.filter(({ isSkipped }) => isSkipped))
  process.stdout.write(`${name}: ${indented(output, 1, 'last').trim()}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function sum(outcome) {
  return steps.reduce((count, { counts }) => count + counts[outcome], 0);
}

/** One line a step, the longest first. */
function table(rows) {
  const line = (...cells) => `${cells.map((cell, i) => (i < 4 ? String(cell).padStart(8) : cell)).join('  ')}\n`;
  const lines = [...rows]
    .sort((a, b) => (Number(b.seconds) || 0) - (Number(a.seconds) || 0))
    .map(({ name, seconds, counts, guards }) =>
      line(seconds, counts.passed, counts.failed, counts.skipped, `${name}: ${guards}`),
    );
  return [line('seconds', 'passed', 'failed', 'skipped', 'step'), ...lines].join('');
}

function stepOf(name) {
  const read = (end) => {
    const path = join(folder, `${name}.${end}`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  };
  const json = read('json');
  const report = json && JSON.parse(json);
  return {
    name,
    guards: read('guards') ?? '',
    isSkipped: read('status') === SKIPPED_STATUS,
    counts: countsOf(read('status'), report),
    seconds: read('seconds') ?? '?',
    output: read('log') ?? '',
    report,
  };
}

function countsOf(status, report) {
  const isOk = status === '0';
  if (status === SKIPPED_STATUS) return { passed: 0, failed: 0, skipped: 1 };
  if (!report) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  const failed = isOk ? 0 : Math.max(1, numFailedTests);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function timesOf({ name, seconds, report }) {
  const slowest = (report?.testResults ?? [])
    .map(({ name: file, startTime, endTime }) => ({ file, seconds: Math.round((endTime - startTime) / 1000) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES);
  return [`${name}: ${seconds} s`, ...slowest.map((each) => `  ${each.seconds} s ${withinTree(each.file)}`)]
    .map((line) => `${line}\n`)
    .join('');
}

function failuresOf({ report, output }) {
  const named = (report?.testResults ?? []).flatMap((file) => [
    ...(file.status === 'failed' && file.message ? [failureText(file.name, '(the file itself)', [file.message])] : []),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failureText(file.name, fullName, failureMessages)),
  ]);
  return named.length > 0
    ? named.join('')
    : `  its output ends with\n${indented(output, SHOWN_LINES_OF_OUTPUT, 'last')}`;
}

function failureText(file, test, [first = '', ...others]) {
  const text = others.map((message) => indented(message, SHOWN_LINES_OF_PROGRAMS)).join('');
  return `  ${withinTree(file)} > ${test}\n${indented(first, SHOWN_LINES)}${text}`;
}

function indented(text, most, which = 'first') {
  const lines = text.split('\n');
  const shown = which === 'first' ? lines.slice(0, most) : lines.slice(-most);
  return shown.map((line) => `    ${line}\n`).join('');
}

function withinTree(file) {
  const tree = [process.cwd(), ...trees].find((each) => file.startsWith(each + sep));
  return tree ? relative(tree, file) : file;
}
