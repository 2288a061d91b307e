/** A balancing authority of Form EIA-930 that reports demand. */
export interface Authority {
  /** Its code at the EIA. */
  readonly series: string;
  readonly name: string;
  /** The clock that most of its customers live by, and its operator's where that differs. IANA names. */
  readonly timezone: string;
  readonly marketTimezone: string;
  /** Series of areas around it, which help to forecast it. */
  readonly neighbours: string;
}

const PACIFIC = 'America/Los_Angeles';
const MOUNTAIN = 'America/Denver';
const ARIZONA = 'America/Phoenix';
const CENTRAL = 'America/Chicago';
const EASTERN = 'America/New_York';

const NORTHWEST = 'CISO BPAT PACW PGE PSEI AVA IPCO NEVP PACE';
const SOUTHWEST = 'CISO NEVP AZPS SRP LDWP IID PACE WALC';
const MIDDLE = 'SWPP MISO PJM TVA';
const SOUTHEAST = 'PJM MISO TVA LGEE DUK CPLE';

type Row = readonly [series: string, name: string, timezone: string, neighbours: string, marketTimezone?: string];

/**
 * The balancing authorities that report demand, except the contract's grids. The EIA's reference tables of Form EIA-930 list the
 * codes and names (https://www.eia.gov/electricity/gridmonitor/about); the clock is that of the largest city served.
 */
const ROWS: readonly Row[] = [
  ['AECI', 'Associated Electric Cooperative', CENTRAL, MIDDLE],
  ['AVA', 'Avista', PACIFIC, NORTHWEST],
  ['AZPS', 'Arizona Public Service', ARIZONA, SOUTHWEST],
  ['BANC', 'Balancing Authority of Northern California', PACIFIC, `${NORTHWEST} TIDC`],
  ['BPAT', 'Bonneville Power Administration', PACIFIC, NORTHWEST],
  ['CHPD', 'Public Utility District No. 1 of Chelan County', PACIFIC, NORTHWEST],
  ['CPLE', 'Duke Energy Progress East', EASTERN, SOUTHEAST],
  ['CPLW', 'Duke Energy Progress West', EASTERN, SOUTHEAST],
  ['DOPD', 'Public Utility District No. 1 of Douglas County', PACIFIC, NORTHWEST],
  ['DUK', 'Duke Energy Carolinas', EASTERN, SOUTHEAST],
  ['EPE', 'El Paso Electric', MOUNTAIN, `${SOUTHWEST} ERCO SWPP`],
  ['FMPP', 'Florida Municipal Power Pool', EASTERN, SOUTHEAST],
  ['FPC', 'Duke Energy Florida', EASTERN, SOUTHEAST],
  ['FPL', 'Florida Power & Light', EASTERN, SOUTHEAST],
  ['GCPD', 'Public Utility District No. 2 of Grant County', PACIFIC, NORTHWEST],
  ['GVL', 'Gainesville Regional Utilities', EASTERN, SOUTHEAST],
  ['HST', 'City of Homestead', EASTERN, SOUTHEAST],
  ['IID', 'Imperial Irrigation District', PACIFIC, SOUTHWEST],
  ['IPCO', 'Idaho Power', 'America/Boise', NORTHWEST],
  ['JEA', 'JEA', EASTERN, SOUTHEAST],
  ['LDWP', 'Los Angeles Department of Water and Power', PACIFIC, SOUTHWEST],
  ['LGEE', 'Louisville Gas and Electric and Kentucky Utilities', EASTERN, SOUTHEAST],
  ['NEVP', 'Nevada Power', PACIFIC, SOUTHWEST],
  ['NWMT', 'NorthWestern Corporation', MOUNTAIN, NORTHWEST],
  ['PACE', 'PacifiCorp East', MOUNTAIN, NORTHWEST],
  ['PACW', 'PacifiCorp West', PACIFIC, NORTHWEST],
  ['PGE', 'Portland General Electric', PACIFIC, NORTHWEST],
  ['PNM', 'Public Service Company of New Mexico', MOUNTAIN, `${SOUTHWEST} ERCO SWPP`],
  ['PSCO', 'Public Service Company of Colorado', MOUNTAIN, 'PACE NEVP SWPP MISO CISO'],
  ['PSEI', 'Puget Sound Energy', PACIFIC, NORTHWEST],
  ['SC', 'South Carolina Public Service Authority', EASTERN, SOUTHEAST],
  ['SCEG', 'Dominion Energy South Carolina', EASTERN, SOUTHEAST],
  ['SCL', 'Seattle City Light', PACIFIC, NORTHWEST],
  ['SEC', 'Seminole Electric Cooperative', EASTERN, SOUTHEAST],
  ['SOCO', 'Southern Company Services', EASTERN, SOUTHEAST, CENTRAL],
  ['SRP', 'Salt River Project', ARIZONA, SOUTHWEST],
  ['TAL', 'City of Tallahassee', EASTERN, SOUTHEAST],
  ['TEC', 'Tampa Electric', EASTERN, SOUTHEAST],
  ['TEPC', 'Tucson Electric Power', ARIZONA, SOUTHWEST],
  ['TIDC', 'Turlock Irrigation District', PACIFIC, `${NORTHWEST} BANC`],
  ['TPWR', 'City of Tacoma', PACIFIC, NORTHWEST],
  ['TVA', 'Tennessee Valley Authority', CENTRAL, SOUTHEAST],
  ['WACM', 'Western Area Power Administration, Rocky Mountain Region', MOUNTAIN, 'PACE NEVP SWPP MISO CISO'],
  ['WALC', 'Western Area Power Administration, Desert Southwest Region', ARIZONA, SOUTHWEST],
  ['WAUW', 'Western Area Power Administration, Upper Great Plains West', MOUNTAIN, NORTHWEST],
];

export const AUTHORITIES: readonly Authority[] = ROWS.map(
  ([series, name, timezone, near, marketTimezone = timezone]) => ({
    ...{ series, name, timezone, marketTimezone },
    neighbours: near.replace(new RegExp(`\\b${series}\\b ?`), '').trim(),
  }),
);

/** Why an authority is not offered, by its code. The EIA's reference tables show who reports generation alone, and who ended. */
export const REFUSED_AUTHORITIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AVRN DEAA EEI GLHB GRID GRIF GWA HGMA SEPA WWA YAD'.split(' ').map((code) => [code, 'reports generation alone']),
  ),
  AEC: 'has no load since September 2021',
  GRMA: 'has no load since May 2018',
  NSB: 'has no load since January 2020',
  OVEC: 'has no load since December 2018',
  // docs/authorities.csv
  SPA: 'cannot be forecast well: in 2023 the error at 7 days was 48 %, and 29 % of last week’s load',
};
