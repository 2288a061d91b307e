import type { Area, EpochMs } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import type { TableColumn } from '@loadcast/formats';

/** What the wall clock of each row's area shows at its instant; undefined where no area has one. NaN stays NaN. */
export function wallColumn(
  name: string,
  rows: readonly { readonly area: Area; readonly at: EpochMs }[],
  zoneFor: (area: Area) => string | undefined,
): TableColumn | undefined {
  if (!rows.some(({ area }) => zoneFor(area) !== undefined)) return undefined;
  const values = rows.map(({ area, at }) =>
    Number.isNaN(at) ? Number.NaN : at + offsetMs(zoneFor(area) ?? 'UTC', at),
  );
  return { name, kind: 'wall', values };
}
