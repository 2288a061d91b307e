import type { Neighbours } from '../area-row.js';
import { points, words } from '../columns.js';

/** What touches California: the neighbors of CAISO and of its utilities. */
export const CALIFORNIA_NEIGHBOURS: Neighbours = {
  grids: [],
  adjacent: words('CISO- BPAT PACW PGE PSEI AVA IPCO NEVP AZPS SRP LDWP IID BANC TIDC PACE WALC'),
};

/** Points that CAISO and one of its utilities share. */
export const NORTH_OF_TEHACHAPI = points(
  ['San Jose', 37.34, -121.89, 2],
  ['Oakland', 37.8, -122.27, 2.8],
  ['San Francisco', 37.77, -122.42, 1.7],
  ['Santa Rosa', 38.44, -122.71, 0.7],
  ['Sacramento', 38.58, -121.49, 1],
  ['Fresno', 36.74, -119.79, 1.6],
  ['Bakersfield', 35.37, -119.02, 0.9],
);
export const GREATER_LOS_ANGELES = points(
  ['Los Angeles', 34.05, -118.24, 6],
  ['Anaheim', 33.84, -117.91, 3.2],
  ['Riverside', 33.95, -117.4, 4.6],
  ['Oxnard', 34.2, -119.18, 0.9],
);
export const SAN_DIEGO = points(['San Diego', 32.72, -117.16, 2.2], ['Escondido', 33.12, -117.09, 1.1]);
