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

/** Bytes after the headers of a good request, all refused with 400. */
const MALFORMED: Readonly<Record<string, string>> = {
  'a length and chunks': `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNK}`,
  'two lengths': `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a list of lengths': 'Content-Length: 0, 0\r\n\r\n',
  'a signed length': 'Content-Length: +0\r\n\r\n',
  'a negative length': 'Content-Length: -1\r\n\r\n',
  'a length in hexadecimal': 'Content-Length: 0x0\r\n\r\n',
  'a blank before the colon': `Transfer-Encoding : chunked\r\n\r\n${CHUNK}`,
  'a folded header': 'X-Folded: a\r\n b\r\n\r\n',
  'a bare line feed in a header': 'X-Bare: a\nX-Hidden: b\r\n\r\n',
  'a bare carriage return in a header': 'X-Bare: a\rX-Hidden: b\r\n\r\n',
  'NUL in a header': 'X-Nul: a\u0000b\r\n\r\n',
  'two hosts': 'Host: evil.example\r\n\r\n',
  'a chunk of no size': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
  'a body where none is read': `Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
};

/** Whole requests with the statuses that they may have. */
const REFUSED: Readonly<Record<string, readonly [bytes: string, ...statuses: number[]]>> = {
  'an unknown transfer coding': [`${GET}Transfer-Encoding: xchunked\r\n\r\n`, 400, 501],
  'chunks before another coding': [`${GET}Transfer-Encoding: chunked, identity\r\n\r\n${CHUNK}`, 400, 501],
  'no host': ['GET /v1/health HTTP/1.1\r\n\r\n', 400],
  'the address of another service': ['GET http://evil.example/v1/health HTTP/1.1\r\nHost: HOST\r\n\r\n', 400, 421],
  'a method nobody knows': ['FETCH /v1/health HTTP/1.1\r\nHost: HOST\r\n\r\n', 400, 405, 501],
  'HTTP/2.0 in the request line': ['GET /v1/health HTTP/2.0\r\nHost: HOST\r\n\r\n', 400, 505],
  'headers without end': [`${GET}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
};

/** None may be answered twice: the second answer would belong to the hidden request. */
export const SMUGGLING: readonly Smuggling[] = [
  ...Object.entries(MALFORMED).map(([name, more]) => ({ name, bytes: GET + more, statuses: [400] })),
  ...Object.entries(REFUSED).map(([name, [bytes, ...statuses]]) => ({ name, bytes, statuses })),
];

export const CUT: readonly { readonly name: string; readonly bytes: string }[] = [
  { name: 'in the request line', bytes: 'GET /v1/demand/lat' },
  { name: 'in the headers', bytes: GET },
  { name: 'in the body', bytes: `${GET}Content-Length: 1000\r\n\r\n{"a":` },
  { name: 'in a chunk', bytes: `${GET}Transfer-Encoding: chunked\r\n\r\n3e8\r\nabc` },
  { name: 'before the answer', bytes: `${GET}\r\n` },
];

/** Values that break programs: markup, formulas, paths, numbers that are none, and bytes that are no text. */
export const NAUGHTY: readonly string[] = [
  ...['<script>alert(1)</script>', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>', ']]>', '<!--', '&xxe;'],
  ...["=cmd|' /C calc'!A0", '+1', '@SUM(A1)', "' OR '1'='1", '"; DROP TABLE vintages;--', '$(id)', '`id`'],
  ...['../../../../etc/passwd', '..%2f..%2f', '$'.concat('{7*7}'), '{{7*7}}', '[]', '{}', ' ', '\t'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'Infinity', 'true'],
  ...['-0', '1e309', '0x10', '9'.repeat(400), 'x'.repeat(3_900), '\u0000', '\u001b[31m', '\r\nX-Evil: 1'],
  ...['\u202eevil', '\u2028', '\ufeff', '\ufffe', '\ud83d\ude00', 'İ', 'ﬀ'],
];

/** Percent-escapes that decode to nothing. */
export const BROKEN_ESCAPES: readonly string[] = [
  ...['%', '%Z', '%ZZ', '%00', '%c0%af', '%ed%a0%80', '%ff', '%E0%80%80', '%F4%90%80%80'],
];
