import type { Area } from '../areas/area.js';
import { type DayNumber, dayNumber } from '../calendar/holidays.js';
import { type Anchor, monthCut } from './anchor.js';
import { LAST_LEAD_DAY, type Part } from './ensemble.js';
import type { SeriesInputs } from './inputs.js';
import { rungsOf } from './ladder.js';
import { ADJACENT_FIRST_DAY, GRIDS_FIRST_DAY, LoadDesign, type LoadDesignOptions } from './load-design.js';
import { Member, type MemberParts } from './member.js';
import { OperatorDesign } from './operator-design.js';
import { Rung } from './rung.js';
import { WeatherDesign } from './weather-design.js';
import type { WeatherInputs } from './weather-inputs.js';
import type { WeatherResponse } from './weather-response.js';

/** Neighbours, and the operator's forecast, stop helping after this lead day. */
const LAST_NEAR_LEAD_DAY = 4;
/** A regression on fewer rows than this is not listened to. */
const FEWEST_ROWS = 200;
const OPERATOR_FIRST_DAY = dayNumber(2015, 8, 1);
/** Operator's forecast, in units of the load's ridge: errors are smaller than residuals, and so are their weights. */
const OPERATOR_RIDGE = { errorPenalty: 0.1, anomalyPenalty: 0.03, ridgeStrength: 1000 };
const WEATHER_RIDGE_FACTOR = 0.3;

/** The series an area's models read, in one state of knowledge. */
export interface AreaInputs {
  readonly own: SeriesInputs;
  readonly grids: readonly SeriesInputs[];
  readonly adjacent: readonly SeriesInputs[];
  readonly operator: SeriesInputs | undefined;
  /** Newest lead day whose operator forecast is known: 0 today's, 1 tomorrow's. */
  readonly operatorDays: 0 | 1 | undefined;
  readonly weather: WeatherInputs | undefined;
}

interface Named {
  readonly kind: 'grids' | 'adjacent' | 'operator' | 'operatorToday' | 'weather';
  readonly member: Member;
}

/** Everything fitted for one area and one number of known hours of the issue day. */
export class AreaModels {
  rungs: readonly Rung[] = [];
  private readonly area: Area;
  private readonly knownHours: number;
  private readonly pastDays: number;
  private members: readonly Named[] = [];
  private signature = '';
  private changes = new Map<SeriesInputs, number>();
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  /** @param pastDays days before the anchor for which past forecasts are made; without them nothing is kept to go on from */
  constructor(area: Area, knownHours: number, pastDays: number) {
    this.area = area;
    this.knownHours = knownHours;
    this.pastDays = pastDays;
  }

  /** Fits up to the anchor: on from the last anchor when nothing before it has changed, else from the start. */
  prepare(anchor: Anchor, offered: AreaInputs): void {
    const inputs = usable(offered, anchor);
    const { own, grids, adjacent, operator, operatorDays, weather } = inputs;
    const loads = [...new Set([own, ...grids, ...adjacent])];
    const response = weather?.response(own, anchor);
    const signature = [
      ...loads.map(({ id, climatology }) => `${id}:${climatology.generation}`),
      `operator ${operator?.id} ${operatorDays}`,
      `weather ${response ? weather?.generation : undefined}`,
    ].join(' ');
    const watched = operator ? [...loads, operator] : loads;
    const isSame = signature === this.signature && anchor.cut === this.cut && this.isUnchanged(watched);
    if (!isSame && (signature !== this.signature || anchor.cut < this.cut || !this.mayGoOn(watched))) {
      this.members = this.build(inputs, response);
      this.rungs = [];
      this.signature = signature;
      this.cut = Number.NEGATIVE_INFINITY;
    }
    if (anchor.cut !== this.cut) {
      for (const { member } of this.members) member.advance(anchor, anchor.cut - this.pastDays);
      this.rungs = this.makeRungs();
      for (const rung of this.rungs) rung.review(anchor);
      if (this.pastDays === 0) for (const { member } of this.members) member.forgetRows();
      this.cut = anchor.cut;
    }
    this.changes = new Map(watched.map((series) => [series, series.learnt.changes]));
  }

  /** The members' forecasts of issue days `from` to `to`, inclusive. */
  predict(from: DayNumber, to: DayNumber): Map<Member, Float64Array[]> {
    return new Map(this.members.map(({ member }) => [member, member.predict(from, to + 1)]));
  }

  /** What makes up the forecasts of an issue day by members of a rung. */
  explain(rung: Rung, day: DayNumber): ReadonlyMap<Member, MemberParts> {
    return new Map(rung.parts.map(({ member }) => [member, member.explain(day)]));
  }

  /** Whether what was learnt from stands, and ended at a month's end. */
  private mayGoOn(watched: readonly SeriesInputs[]): boolean {
    if (this.pastDays === 0 || this.cut !== monthCut(this.cut)) return false;
    return this.isUnchanged(watched);
  }

  private isUnchanged(watched: readonly SeriesInputs[]): boolean {
    return watched.every((series) => series.learnt.changedSince(this.changes.get(series) ?? 0) >= this.cut);
  }

  private build(inputs: AreaInputs, response: WeatherResponse | undefined): Named[] {
    const { own, grids, adjacent, operator, operatorDays } = inputs;
    const far: LoadDesignOptions = {
      knownHours: this.knownHours,
      clip: this.area.id === 'vea' ? 1 : 0.5,
      lastLeadDay: LAST_LEAD_DAY,
      firstDay: GRIDS_FIRST_DAY,
      neighbourPenalty: 0.3,
    };
    const near = { ...far, lastLeadDay: LAST_NEAR_LEAD_DAY };
    const members: Named[] = [{ kind: 'grids', member: new Member(new LoadDesign(own, grids, far)) }];
    if (adjacent.length > 0) {
      const options = { ...near, firstDay: ADJACENT_FIRST_DAY, neighbourPenalty: 3, ridgeStrength: 450 };
      members.push({ kind: 'adjacent', member: new Member(new LoadDesign(own, adjacent, options)) });
    }
    if (operator && operatorDays !== undefined) {
      const options = { ...near, firstDay: OPERATOR_FIRST_DAY, operatorDays, ...OPERATOR_RIDGE };
      const kind = operatorDays === 1 ? 'operator' : 'operatorToday';
      members.push({ kind, member: new Member(new OperatorDesign(own, operator, [], options)) });
      if (grids.length > 0)
        members.push({ kind, member: new Member(new OperatorDesign(own, operator, grids, options)) });
    }
    if (response && inputs.weather) {
      const options = { ...far, ridgeFactor: WEATHER_RIDGE_FACTOR };
      members.push({ kind: 'weather', member: new Member(new WeatherDesign(own, options, response, inputs.weather)) });
    }
    return members;
  }

  /** Rungs are kept while they stand on the same members: their error tables of past quarters are worth keeping. */
  private makeRungs(): Rung[] {
    const heard = (wanted: Named['kind']) =>
      this.members
        .filter(({ kind, member }) => kind === wanted && member.rows >= FEWEST_ROWS)
        .map(({ member }) => member);
    const rungs = rungsOf({
      grids: this.members[0]!.member,
      adjacent: heard('adjacent')[0],
      operator: heard('operator'),
      operatorToday: heard('operatorToday'),
      weather: heard('weather')[0],
    });
    return rungs.map(
      ({ name, parts }) =>
        this.rungs.find((rung) => rung.name === name && sameParts(rung.parts, parts)) ?? new Rung(name, parts),
    );
  }
}

/** Without the neighbours that are too new or too often silent. */
function usable(offered: AreaInputs, anchor: Anchor): AreaInputs {
  for (const { climatology } of [offered.own, ...offered.grids, ...offered.adjacent]) climatology.prepare(anchor);
  return {
    ...offered,
    grids: offered.grids.filter(({ climatology }) => climatology.isSteady),
    adjacent: offered.adjacent.filter(({ climatology }) => climatology.isSteady),
  };
}

function sameParts(a: readonly Part[], b: readonly Part[]): boolean {
  return (
    a.length === b.length && a.every((part, i) => part.member === b[i]!.member && part.isReserve === b[i]!.isReserve)
  );
}
