// Prints one line for a whole run, `N passed, N failed, N skipped`, and fails when anything failed. The argument is a
// folder with NAME.status (the exit status of each step), NAME.seconds (how long it took) and, for steps that are test runs,
// NAME.json (vitest's report).
// A step without a report counts as one; so does a step that failed although none of its tests did. Each failed test is
// named at the end, with the beginning of its message: the last lines are what is kept of a long run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = process.argv[2];
const SLOWEST_FILES = 8;
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder).filter((name) => name.endsWith('.status'))) {
  const name = file.slice(0, -'.status'.length);
  const { passed, failed, skipped } = countsOf(name, readFileSync(join(folder, file), 'utf8').trim() === '0');
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  process.stdout.write(timesOf(name));
  if (failed > 0) process.stdout.write(`${name}: ${failed} failed\n${failuresOf(name)}`);
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

function countsOf(name, isOk) {
  const report = join(folder, `${name}.json`);
  if (!existsSync(report)) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = isOk ? 0 : Math.max(1, numFailedTests);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

/** How long a step took, and its slowest test files. */
function timesOf(name) {
  const [seconds, report] = ['seconds', 'json'].map((end) => join(folder, `${name}.${end}`));
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const slowest = files
    .map(({ name: file, startTime, endTime }) => ({ file, seconds: Math.round((endTime - startTime) / 1000) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES);
  const took = existsSync(seconds) ? readFileSync(seconds, 'utf8').trim() : '?';
  return [`${name}: ${took} s`, ...slowest.map((each) => `  ${each.seconds} s ${relative(process.cwd(), each.file)}`)]
    .map((line) => `${line}\n`)
    .join('');
}

function failuresOf(name) {
  const report = join(folder, `${name}.json`);
  if (!existsSync(report)) return '';
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  return files
    .flatMap((file) => [
      ...(file.status === 'failed' && file.message ? [failureText(file.name, '(the file itself)', file.message)] : []),
      ...file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failureText(file.name, fullName, failureMessages.join('\n'))),
    ])
    .join('');
}

function failureText(file, test, message) {
  const lines = message.split('\n').slice(0, 12);
  return `  ${relative(process.cwd(), file)} > ${test}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}
