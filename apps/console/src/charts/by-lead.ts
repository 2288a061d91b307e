import type { PlotProps } from './plot.js';

/** The axis of errors by hours ahead: a tick every 6 hours, every 24 where they are many. */
export function byLead(
  firstLead: number,
  count: number,
): Pick<PlotProps, 'count' | 'ticks' | 'valueText'> & { readonly pointText: (index: number) => string } {
  const every = count > 72 ? 24 : 6;
  return {
    count,
    ticks: Array.from({ length: count }, (_, i) => i)
      .filter((i) => (firstLead + i) % every === 0)
      .map((at) => ({ at, text: `${firstLead + at} h` })),
    valueText: percentTick,
    pointText: (index) => `${firstLead + index} hours ahead`,
  };
}

export const percentTick = (value: number): string => `${Number(value.toFixed(2))} %`;
