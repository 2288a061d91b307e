// Makes packages/accounts/src/access/passwords/common-passwords.data.ts from a list of passwords by frequency, commonest first:
//   npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
//   node tooling/common-passwords.mjs package/src/passwords.json > packages/accounts/src/access/passwords/common-passwords.data.ts
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The commonest passwords; beyond them, only passwords long enough to be chosen are kept. */
const COMMONEST = 10_000;
const LONG = 12;
const LINE = 4_000;

const [file] = process.argv.slice(2);
const passwords = JSON.parse(readFileSync(file, 'utf8')).map((password) => password.toLowerCase());
const chosen = passwords.filter((password, rank) => rank < COMMONEST || [...password].length >= LONG);
const hashes = [...new Set(chosen.map((password) => createHash('sha256').update(password).digest().readUInt32BE()))];
const bytes = Buffer.alloc(hashes.length * 4);
for (const [at, hash] of hashes.sort((one, two) => one - two).entries()) bytes.writeUInt32BE(hash, at * 4);
const lines = bytes.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g'));

process.stdout.write(`/**
 * The first 32 bits of SHA-256 of ${hashes.length} common passwords in lower case, sorted, base64. Made by tooling/common-passwords.mjs from
 * @zxcvbn-ts/language-common 4.1.3 (MIT; Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; Copyright (c) 2021 @zxcvbn-ts).
 */
export const COMMON_PASSWORDS = \`
${lines.join('\n')}
\`;
`);
