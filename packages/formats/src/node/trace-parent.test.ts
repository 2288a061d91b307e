import { expect, test } from 'vitest';
import { parseTraceParent } from './trace-parent.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test.each([
  { name: 'a sampled one', header: `00-${TRACE}-${PARENT}-01`, traceFlags: 1 },
  { name: 'one that is not sampled', header: `00-${TRACE}-${PARENT}-00`, traceFlags: 0 },
  { name: 'a later version with more fields', header: `cc-${TRACE}-${PARENT}-01-more`, traceFlags: 1 },
])('parseTraceParent reads $name', ({ header, traceFlags }) => {
  expect(parseTraceParent(header)).toEqual({ traceId: TRACE, spanId: PARENT, traceFlags });
});

test.each([
  { name: 'no header', header: undefined },
  { name: 'the forbidden version', header: `ff-${TRACE}-${PARENT}-01` },
  { name: 'a trace of zeros', header: `00-${'0'.repeat(32)}-${PARENT}-01` },
  { name: 'a span of zeros', header: `00-${TRACE}-${'0'.repeat(16)}-01` },
  { name: 'capital letters', header: `00-${TRACE.toUpperCase()}-${PARENT}-01` },
  { name: 'no flags', header: `00-${TRACE}-${PARENT}` },
  { name: 'text for a log', header: `00-${TRACE}-${PARENT}-01","msg":"x` },
])('parseTraceParent leaves out $name', ({ header }) => {
  expect(parseTraceParent(header)).toBeUndefined();
});
