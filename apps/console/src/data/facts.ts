/** A grid as `/v1/regions` describes it. */
export interface Grid {
  readonly code: string;
  /** `PJM Interconnection` */
  readonly name: string;
  /** `Mid-Atlantic` */
  readonly territory: string;
  /** IANA zone of where people live. */
  readonly zone: string;
  /** IANA zone of the market, by which operating days begin. */
  readonly marketZone: string;
}

/** A rule by which a customer's charges follow its load at a grid's highest hours. */
export interface Program {
  /** The name in `/v1/demand/peaks`: `ercot_4cp`. */
  readonly id: string;
  readonly grid: string;
  /** `4CP` */
  readonly name: string;
  readonly rule: string;
  /** `Jun–Sep` */
  readonly season: string;
}

/** How far a forecast reaches, and the gate at which a market reads it. */
export interface Horizon {
  /** `2d` */
  readonly id: string;
  readonly days: number;
  /** `2da` */
  readonly gate: string;
  readonly gateDays: number;
  readonly plan?: string | undefined;
}

/** Data that the gateway puts into the document of every page. */
export interface Facts {
  /** The service's clock when the page was made: a replay has its own. */
  readonly nowMs: number;
  /** How many times as fast as real time that clock runs. */
  readonly clockSpeed: number;
  /** The data are made up, or of another time: shown on every page. */
  readonly notice: string | undefined;
  readonly attribution: string;
  readonly isSimulated: boolean;
  readonly grids: readonly Grid[];
  /** Areas that Grid now does not show. */
  readonly utilities: readonly Grid[];
  readonly programs: readonly Program[];
  readonly horizons: readonly Horizon[];
  readonly formats: readonly string[];
  /** The first plan with likely ranges; absent: every plan. */
  readonly rangesPlan?: string | undefined;
  /** Codes of grids and utilities that `/demo/v1` answers for without a key; empty where there is no demo. */
  readonly demo: readonly string[];
  readonly signUp: 'open' | 'invite' | 'closed';
  /** The REST plan of a new account; undefined where it starts without one. */
  readonly signUpPlan: { readonly name: string; readonly callsAnHour: number | null } | undefined;
  /** The operator lets browsers sign in over plain http. */
  readonly allowsHttp: boolean;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
}

/** An answer of the API that the gateway has put into the page: path below the API's mount, and body. */
export interface Embedded {
  readonly path: string;
  readonly body: unknown;
}

/** Everything a page is rendered from, on the server and in the browser alike. */
export interface PageState {
  readonly facts: Facts;
  readonly path: string;
  /** Query of the page, without `?`. */
  readonly query: string;
  readonly embedded: readonly Embedded[];
}
