// Ends the process on a Node that package.json does not allow. There is no static import: an older Node has to read this.
const { readFileSync } = await import('node:fs');
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [major, minor] = process.versions.node.split('.').map(Number);

/** Whether this Node meets `^20.19`, `>=22.12` or `<27`. */
function meets(bound) {
  const [, sign, leastMajor, leastMinor = 0] = /^(\^|>=|<)(\d+)(?:\.(\d+))?$/.exec(bound);
  const isOlder = major < Number(leastMajor) || (major === Number(leastMajor) && minor < Number(leastMinor));
  if (sign === '<') return isOlder;
  return !isOlder && (sign === '>=' || major === Number(leastMajor));
}

if (!engines.node.split(' || ').some((range) => range.split(' ').every(meets))) {
  const [least] = engines.node.match(/\d+\.\d+/);
  console.error(`Loadcast needs Node ${least} or newer (${engines.node}). This is Node ${process.versions.node}.`);
  process.exit(1);
}
