// npm run audit:offline: what can be said of the dependencies without a service: the lockfile's sources and digests, the
// minimum age of a release, licenses. Advisories are asked of the registry. Where it does not answer, and nothing else fails,
// the exit status is 77 and the last line says so: .ci/run counts the step as skipped, never as passed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENCES, READ_BY_HAND } from './licences.data.mjs';
import { jsonOf, pnpm, ROOT } from './pnpm.mjs';

/** The other packages are below the gateway. */
const SHIPPED = ['@loadcast/gateway', 'loadcast', '@loadcast/client'];
const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
const settings = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');

const resolutions = [...lockfile.matchAll(/^ {4}resolution: (.*)$/gm)].map(([, text]) => text);
const odd = resolutions.filter((text) => !/^\{integrity: sha512-[\w+/=]+\}$/.test(text));
report(`${resolutions.length} packages come from the registry, by SHA-512`, odd);

const needed = [/^minimumReleaseAge: \d{4,}$/m, /^blockExoticSubdeps: true$/m, /^strictDepBuilds: true$/m];
report(
  'pnpm waits for a release to age, takes no other source and runs no script unasked',
  needed.filter((row) => !row.test(settings)),
);

report(
  'licences of what is shipped',
  strangers(['--prod', ...SHIPPED.flatMap((name) => ['--filter', name])], LICENCES.shipped),
);
report('licences of all, tools too', strangers([], [...LICENCES.shipped, ...LICENCES.tools]));

await import('./advisories.mjs');

function report(text, faults) {
  process.stdout.write(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${text}\n`);
  for (const fault of faults) process.stdout.write(`       ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

/** The licenses of which a user may choose one: `(MIT OR CC0-1.0)` is both. */
function alternativesOf(licence) {
  return licence.replace(/^\(|\)$/g, '').split(' OR ');
}

/** Packages under a license that is not allowed. */
function strangers(args, allowed) {
  const byLicence = jsonOf(pnpm(['licenses', 'list', '--json', ...args]));
  if (!byLicence) return ['pnpm lists no licences'];
  const isKnown = (name) => READ_BY_HAND.some((row) => row.name === name && allowed.includes(row.licence));
  return Object.entries(byLicence)
    .filter(([licence]) => !alternativesOf(licence).some((each) => allowed.includes(each)))
    .flatMap(([licence, packages]) =>
      packages.filter(({ name }) => !isKnown(name)).map(({ name }) => `${name}: ${licence}`),
    );
}
