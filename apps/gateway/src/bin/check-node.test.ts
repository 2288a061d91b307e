import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('check-node.mjs', import.meta.url));

/** What the check prints and its exit code, in a Node that says it is `version`. */
function checkAs(version: string): { code: number | null; stderr: string } {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(claim)}`, PROGRAM],
    { encoding: 'utf8' },
  );
  return { code: status, stderr };
}

test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0', '27.0.0'])('Node %s is refused in one line', (version) => {
  expect(checkAs(version)).toEqual({
    code: 1,
    stderr: `Loadcast needs Node 20.19 or newer (^20.19 || >=22.12 <27). This is Node ${version}.\n`,
  });
});

test.each(['20.19.0', '20.20.2', '22.12.0', '24.9.0', '26.1.0'])('Node %s runs', (version) => {
  expect(checkAs(version)).toEqual({ code: 0, stderr: '' });
});
