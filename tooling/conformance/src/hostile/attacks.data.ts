/** A request that two servers in a row could read differently, and the statuses that keep them in step. */
export interface Smuggling {
  readonly name: string;
  /** `HOST` and `KEY` are replaced. */
  readonly bytes: string;
  readonly statuses: readonly number[];
}

const GET = 'GET /v1/demand/latest?region=PJM HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer KEY\r\n';
const HIDDEN = 'GET /v1/health?smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n';
const CHUNK = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;

/** None may be answered twice: the second answer would belong to the hidden request. */
export const SMUGGLING: readonly Smuggling[] = [
  {
    name: 'a length and chunks',
    bytes: `${GET}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNK}`,
    statuses: [400],
  },
  {
    name: 'two lengths',
    bytes: `${GET}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    statuses: [400],
  },
  { name: 'a list of lengths', bytes: `${GET}Content-Length: 0, 0\r\n\r\n`, statuses: [400] },
  { name: 'a signed length', bytes: `${GET}Content-Length: +0\r\n\r\n`, statuses: [400] },
  { name: 'a negative length', bytes: `${GET}Content-Length: -1\r\n\r\n`, statuses: [400] },
  { name: 'a length in hexadecimal', bytes: `${GET}Content-Length: 0x0\r\n\r\n`, statuses: [400] },
  { name: 'an unknown transfer coding', bytes: `${GET}Transfer-Encoding: xchunked\r\n\r\n`, statuses: [400, 501] },
  {
    name: 'chunks before another coding',
    bytes: `${GET}Transfer-Encoding: chunked, identity\r\n\r\n${CHUNK}`,
    statuses: [400, 501],
  },
  { name: 'a blank before the colon', bytes: `${GET}Transfer-Encoding : chunked\r\n\r\n${CHUNK}`, statuses: [400] },
  { name: 'a folded header', bytes: `${GET}X-Folded: a\r\n b\r\n\r\n`, statuses: [400] },
  { name: 'a bare line feed in a header', bytes: `${GET}X-Bare: a\nX-Hidden: b\r\n\r\n`, statuses: [400] },
  { name: 'a bare carriage return in a header', bytes: `${GET}X-Bare: a\rX-Hidden: b\r\n\r\n`, statuses: [400] },
  { name: 'NUL in a header', bytes: `${GET}X-Nul: a\u0000b\r\n\r\n`, statuses: [400] },
  { name: 'two hosts', bytes: `${GET}Host: evil.example\r\n\r\n`, statuses: [400] },
  { name: 'no host', bytes: 'GET /v1/health HTTP/1.1\r\n\r\n', statuses: [400] },
  { name: 'a chunk of no size', bytes: `${GET}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, statuses: [400] },
  {
    name: 'a body where none is read',
    bytes: `${GET}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    statuses: [400],
  },
  {
    name: 'the address of another service',
    bytes: 'GET http://evil.example/v1/health HTTP/1.1\r\nHost: HOST\r\n\r\n',
    statuses: [400, 421],
  },
  {
    name: 'a method nobody knows',
    bytes: 'FETCH /v1/health HTTP/1.1\r\nHost: HOST\r\n\r\n',
    statuses: [400, 405, 501],
  },
  {
    name: 'HTTP/2.0 in the request line',
    bytes: 'GET /v1/health HTTP/2.0\r\nHost: HOST\r\n\r\n',
    statuses: [400, 505],
  },
  { name: 'headers without end', bytes: `${GET}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, statuses: [431] },
];

/** Requests that are never finished. */
export const CUT: readonly { readonly name: string; readonly bytes: string }[] = [
  { name: 'in the request line', bytes: 'GET /v1/demand/lat' },
  { name: 'in the headers', bytes: GET },
  { name: 'in the body', bytes: `${GET}Content-Length: 1000\r\n\r\n{"a":` },
  { name: 'in a chunk', bytes: `${GET}Transfer-Encoding: chunked\r\n\r\n3e8\r\nabc` },
  { name: 'before the answer', bytes: `${GET}\r\n` },
];

/** Values that break programs: markup, formulas, paths, numbers that are none, and bytes that are no text. */
export const NAUGHTY: readonly string[] = [
  '<script>alert(1)</script>',
  ']]>',
  '<!--',
  '&xxe;',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
  "=cmd|' /C calc'!A0",
  '+1',
  '@SUM(A1)',
  "' OR '1'='1",
  '"; DROP TABLE vintages;--',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '$'.concat('{7*7}'),
  '{{7*7}}',
  '`id`',
  '$(id)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '9'.repeat(400),
  'true',
  '[]',
  '{}',
  '\u0000',
  '\u001b[31m',
  '\r\nX-Evil: 1',
  '\u202eevil',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\ud83d\ude00',
  'İ',
  'ﬀ',
  ' ',
  '\t',
  'x'.repeat(3_900),
];

/** Percent-escapes that decode to nothing. */
export const BROKEN_ESCAPES: readonly string[] = [
  '%',
  '%Z',
  '%ZZ',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%E0%80%80',
  '%F4%90%80%80',
];
