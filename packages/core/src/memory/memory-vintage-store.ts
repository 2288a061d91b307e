import type { VintageStore } from '../ports/vintage-store.js';
import { contains } from '../time/window.js';
import { assertVintage } from '../vintages/assert-vintage.js';
import type { Vintage, VintageHeader } from '../vintages/vintage.js';

/**
 * Vintages in memory: the reference adapter of `VintageStore`, and a store for tests and embedding.
 *
 * @example
 * typeof memoryVintageStore().append // => 'function'
 */
export function memoryVintageStore(): VintageStore {
  const byArea = new Map<string, Vintage[]>();
  const ofArea = (areaId: string): readonly Vintage[] => byArea.get(areaId) ?? [];

  return {
    async append(vintage) {
      assertVintage(vintage);
      const kept = ofArea(vintage.areaId);
      if (kept.some(({ issuedAt }) => issuedAt === vintage.issuedAt)) return false;
      byArea.set(
        vintage.areaId,
        [...kept, copyOf(vintage)].sort((a, b) => a.issuedAt - b.issuedAt),
      );
      return true;
    },
    async newest(areaId, asOf) {
      const newest = ofArea(areaId).findLast(({ availableAt }) => availableAt <= asOf);
      return newest && copyOf(newest);
    },
    async issued(areaId, issuedAt) {
      const found = ofArea(areaId).find((vintage) => vintage.issuedAt === issuedAt);
      return found && copyOf(found);
    },
    async headers(areaId, available) {
      return ofArea(areaId)
        .filter(({ availableAt }) => contains(available, availableAt))
        .map(headerOf);
    },
    async count(areaId, asOf) {
      return ofArea(areaId).filter(({ availableAt }) => availableAt <= asOf).length;
    },
  };
}

function headerOf({ areaId, issuedAt, availableAt, dataCutoff, model, start }: Vintage): VintageHeader {
  return { areaId, issuedAt, availableAt, dataCutoff, model: { name: model.name, version: model.version }, start };
}

function copyOf(vintage: Vintage): Vintage {
  return {
    ...headerOf(vintage),
    valueMw: vintage.valueMw.slice(),
    p10Mw: vintage.p10Mw.slice(),
    p90Mw: vintage.p90Mw.slice(),
  };
}
