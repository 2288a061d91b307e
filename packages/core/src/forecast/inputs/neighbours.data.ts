/**
 * Whose load helps to forecast whose, by EIA-930 series id. `X-` means every sub-area of authority X.
 *
 * `grids` are few, long (2015 on) and near: the neighbours of the long-history model. `adjacent` are many: an
 * authority's own sub-areas and everything that touches it (sub-areas exist from 2018-10 on).
 */
export interface Neighbours {
  readonly grids: readonly string[];
  readonly adjacent: readonly string[];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const CALIFORNIA: Neighbours = {
  grids: [],
  adjacent: words('CISO- BPAT PACW PGE PSEI AVA IPCO NEVP AZPS SRP LDWP IID BANC TIDC PACE WALC'),
};

/** Keyed by the area's own series id. */
export const NEIGHBOURS: Readonly<Record<string, Neighbours>> = {
  CISO: CALIFORNIA,
  'CISO-PGAE': CALIFORNIA,
  'CISO-SCE': CALIFORNIA,
  'CISO-SDGE': CALIFORNIA,
  'CISO-VEA': CALIFORNIA,
  ERCO: { grids: words('SWPP MISO CISO'), adjacent: words('ERCO- SWPP- EPE PNM PSCO MISO-8910') },
  PJM: { grids: words('MISO SWPP NYIS ERCO'), adjacent: words('PJM- MISO- TVA LGEE DUK CPLE NYIS- AECI SWPP-') },
  MISO: {
    grids: words('SWPP ERCO PJM CISO'),
    adjacent: words('MISO- SWPP- WAUW WACM PSCO NWMT AECI TVA LGEE ERCO- PJM-CE SOCO'),
  },
  NYIS: { grids: words('PJM MISO ISNE'), adjacent: words('NYIS- PJM- MISO- ISNE- LGEE') },
  ISNE: { grids: words('NYIS PJM MISO'), adjacent: words('ISNE- NYIS- PJM- MISO-') },
  SWPP: {
    grids: words('ERCO MISO CISO'),
    adjacent: words('SWPP- PSCO WACM WAUW NWMT PACE PNM ERCO- MISO-0001 MISO-0035 AECI EPE'),
  },
};

/** The sub-areas that `X-` stands for. A sub-area that EIA-930 adds later joins by a word here. */
export const SUB_AREAS: Readonly<Record<string, readonly string[]>> = {
  CISO: words('PGAE SCE SDGE VEA'),
  ERCO: words('COAS EAST FWES NCEN NRTH SCEN SOUT WEST'),
  ISNE: words('4001 4002 4003 4004 4005 4006 4007 4008'),
  MISO: words('0001 0004 0006 0027 0035 8910'),
  NYIS: words('ZONA ZONB ZONC ZOND ZONE ZONF ZONG ZONH ZONI ZONJ ZONK'),
  PJM: words('AE AEP AP ATSI BC CE DAY DEOK DOM DPL DUQ EKPC JC ME PE PEP PL PN PS RECO'),
  SWPP: words('CSWS EDE GRDA INDN KACY KCPL LES MPS NPPD OKGE OPPD SECI SPRM SPS WAUE WFEC WR'),
};
