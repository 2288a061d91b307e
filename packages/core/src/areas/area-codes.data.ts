/** The codes of each surface in the order of the contract's tables: the order in which answers list areas. */
export const CODES_IN_ORDER = {
  a: ['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'],
  b: ['CISO', 'ISNE', 'MISO', 'NYIS', 'PJM', 'SWPP', 'ERCO', 'NYIS-TOTAL'],
  c: ['PGE', 'SCE', 'SDGE', 'VEA'],
  oasis: [
    'CA ISO-TAC',
    'PGE-TAC',
    'SCE-TAC',
    'SDGE-TAC',
    'VEA-TAC',
    'ISNE',
    'MISO',
    'NYIS',
    'PJM',
    'SWPP',
    'ERCO',
    'NYIS-TOTAL',
  ],
} as const;
