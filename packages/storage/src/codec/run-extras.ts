import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Vintage } from '@loadcast/core';
import { driversOfSteps, KEPT_PARTS, stepsOfDrivers } from '@loadcast/core/series';
import { fromPlanes, toPlanes } from './int-plane.js';

export type RunExtras = Pick<Vintage, 'drivers' | 'dependence'>;

const HEAD_BYTES = 8;
const MAX_NUMBERS = 255;

/**
 * Deflated: how many thousandths the dependence is (0: there is none), whether there are drivers, a bit for each part
 * that is not all zero, a byte 0, the step in 0.01 MW; the thousandths; the parts in steps. The first part is kept as
 * its difference from the value, which varies less.
 */
export function encodeExtras({ drivers, dependence }: RunExtras, valueMw: Float64Array): Uint8Array {
  const numbers = dependence ? [dependence.persistence, ...dependence.harmonics] : [];
  const thousandths = Uint16Array.from(numbers, (number) => Math.round(1000 * number));
  const stepCents = drivers ? Math.round(100 * drivers.stepMw) : 0;
  const parts = drivers ? fromValue(stepsOfDrivers(drivers), stepCents, valueMw, -1) : [];
  const present = parts.map((part) => part.some((count) => count !== 0));
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = Math.min(MAX_NUMBERS, thousandths.length);
  head[1] = drivers ? 1 : 0;
  head[2] = present.reduce((bits, isPresent, index) => bits | (isPresent ? 1 << index : 0), 0);
  head.writeUInt32LE(stepCents, 4);
  const planes = parts.filter((_, index) => present[index]).map(toPlanes);
  return deflateRawSync(Buffer.concat([head, Buffer.from(thousandths.buffer), ...planes]), { level: 9 });
}

export function decodeExtras(deflated: Uint8Array, valueMw: Float64Array): RunExtras {
  const bytes = inflateRawSync(deflated);
  const [numbers, hasDrivers, bits] = [bytes[0]!, bytes[1] === 1, bytes[2]!];
  const stepCents = bytes.readUInt32LE(4);
  const thousandths = Array.from({ length: numbers }, (_, index) => bytes.readUInt16LE(HEAD_BYTES + 2 * index) / 1000);
  const [persistence, ...harmonics] = thousandths;
  let at = HEAD_BYTES + 2 * numbers;
  const size = 4 * valueMw.length;
  const parts = Array.from({ length: KEPT_PARTS.length }, (_, index) => {
    if ((bits & (1 << index)) === 0) return new Int32Array(valueMw.length);
    at += size;
    return fromPlanes(bytes.subarray(at - size, at));
  });
  return {
    ...(hasDrivers && { drivers: driversOfSteps(stepCents, fromValue(parts, stepCents, valueMw, 1), valueMw) }),
    ...(persistence !== undefined && { dependence: { persistence, harmonics } }),
  };
}

/** The first part less (`sign` -1) or plus (1) the value in whole steps. */
function fromValue(
  [first, ...others]: readonly Int32Array[],
  stepCents: number,
  valueMw: Float64Array,
  sign: 1 | -1,
): readonly Int32Array[] {
  return [first!.map((count, hour) => count + sign * Math.round((100 * valueMw[hour]!) / stepCents)), ...others];
}
