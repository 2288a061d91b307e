import type { VintageStore } from '../ports/vintage-store.js';
import { contains } from '../time/window.js';
import { assertVintage } from '../vintages/assert-vintage.js';
import { chainAfter, type RunLink, type Sha256 } from '../vintages/run-chain.js';
import type { Vintage, VintageHeader } from '../vintages/vintage.js';

/**
 * Vintages in memory: the reference adapter of `VintageStore`, and a store for tests and embedding.
 *
 * @param sha256 what the chain of runs is made with; without it there is none
 * @example
 * typeof memoryVintageStore().append // => 'function'
 */
export function memoryVintageStore(sha256?: Sha256): VintageStore {
  const byArea = new Map<string, Vintage[]>();
  const chains = new Map<string, readonly RunLink[]>();
  const ofArea = (areaId: string): readonly Vintage[] => byArea.get(areaId) ?? [];

  return {
    async append(vintage) {
      assertVintage(vintage);
      const kept = ofArea(vintage.areaId);
      if (kept.some(({ issuedAt }) => issuedAt === vintage.issuedAt)) return false;
      byArea.set(
        vintage.areaId,
        [...kept, copyVintage(vintage)].sort((a, b) => a.issuedAt - b.issuedAt),
      );
      if (sha256) {
        const chain = chains.get(vintage.areaId) ?? [];
        chains.set(vintage.areaId, [...chain, ...chainAfter(vintage.areaId, chain.at(-1), [vintage], sha256)]);
      }
      return true;
    },
    async newest(areaId, asOf) {
      const newest = ofArea(areaId).findLast(({ availableAt }) => availableAt <= asOf);
      return newest && copyVintage(newest);
    },
    async issued(areaId, issuedAt) {
      const found = ofArea(areaId).find((vintage) => vintage.issuedAt === issuedAt);
      return found && copyVintage(found);
    },
    async headers(areaId, available) {
      return ofArea(areaId)
        .filter(({ availableAt }) => contains(available, availableAt))
        .map(pickHeader);
    },
    async links(areaId, issued) {
      return (chains.get(areaId) ?? []).filter(({ issuedAt }) => contains(issued, issuedAt));
    },
    async count(areaId, asOf) {
      return ofArea(areaId).filter(({ availableAt }) => availableAt <= asOf).length;
    },
  };
}

function pickHeader({ areaId, issuedAt, availableAt, dataCutoff, model, start, leftOut }: Vintage): VintageHeader {
  const { name, version } = model;
  const header = { areaId, issuedAt, availableAt, dataCutoff, model: { name, version }, start };
  return leftOut ? { ...header, leftOut: [...leftOut] } : header;
}

function copyVintage(vintage: Vintage): Vintage {
  return {
    ...pickHeader(vintage),
    valueMw: vintage.valueMw.slice(),
    p10Mw: vintage.p10Mw.slice(),
    p90Mw: vintage.p90Mw.slice(),
    ...(vintage.drivers && { drivers: structuredClone(vintage.drivers) }),
    ...(vintage.dependence && { dependence: structuredClone(vintage.dependence) }),
  };
}
