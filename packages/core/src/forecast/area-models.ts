import type { Area } from '../areas/area.js';
import type { DayNumber } from '../calendar/holidays.js';
import { type Anchor, monthCut } from './anchor.js';
import { PAST_DAYS } from './calibration.js';
import { LAST_LEAD_DAY, type Part } from './ensemble.js';
import type { SeriesInputs } from './inputs.js';
import { ADJACENT_FIRST_DAY, GRIDS_FIRST_DAY, LoadDesign } from './load-design.js';
import { Member } from './member.js';
import { Rung } from './rung.js';

/** Neighbours stop helping after this lead day. */
const LAST_ADJACENT_LEAD_DAY = 4;
/** A regression on fewer rows than this is not listened to. */
const FEWEST_ROWS = 200;

/** The series an area's models read, in one state of knowledge. */
export interface AreaInputs {
  readonly own: SeriesInputs;
  readonly grids: readonly SeriesInputs[];
  readonly adjacent: readonly SeriesInputs[];
}

/** Everything fitted for one area and one number of known hours of the issue day. */
export class AreaModels {
  rungs: readonly Rung[] = [];
  private readonly area: Area;
  private readonly knownHours: number;
  private members: readonly Member[] = [];
  private signature = '';
  private changes = new Map<SeriesInputs, number>();
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  constructor(area: Area, knownHours: number) {
    this.area = area;
    this.knownHours = knownHours;
  }

  /** Fits up to the anchor: on from the last anchor when nothing before it has changed, else from the start. */
  prepare(anchor: Anchor, offered: AreaInputs): void {
    for (const { climatology } of [offered.own, ...offered.grids, ...offered.adjacent]) climatology.prepare(anchor);
    const inputs: AreaInputs = {
      own: offered.own,
      grids: offered.grids.filter(({ climatology }) => climatology.isSteady),
      adjacent: offered.adjacent.filter(({ climatology }) => climatology.isSteady),
    };
    const all = [...new Set([inputs.own, ...inputs.grids, ...inputs.adjacent])];
    const signature = all.map(({ id, climatology }) => `${id}:${climatology.generation}`).join(' ');
    if (signature !== this.signature || anchor.cut < this.cut || !this.mayGoOn(all)) {
      this.build(inputs);
      this.rungs = [];
      this.signature = signature;
      this.cut = Number.NEGATIVE_INFINITY;
    }
    if (anchor.cut !== this.cut) {
      for (const member of this.members) member.advance(anchor, anchor.cut - PAST_DAYS);
      this.rungs = this.makeRungs();
      for (const rung of this.rungs) rung.calibrate(anchor, inputs.own.learnt);
      this.cut = anchor.cut;
    }
    this.changes = new Map(all.map((series) => [series, series.learnt.changes]));
  }

  /** The members' forecasts of issue days `from` to `to`, inclusive. */
  predict(from: DayNumber, to: DayNumber): Map<Member, Float64Array[]> {
    return new Map(this.members.map((member) => [member, member.predict(from, to + 1)]));
  }

  /** Whether what was learnt from stands, and ended at a month's end. */
  private mayGoOn(all: readonly SeriesInputs[]): boolean {
    if (this.cut !== monthCut(this.cut)) return false;
    return all.every((series) => series.learnt.changedSince(this.changes.get(series) ?? 0) >= this.cut);
  }

  private build({ own, grids, adjacent }: AreaInputs): void {
    const clip = this.area.id === 'vea' ? 1 : 0.5;
    const { knownHours } = this;
    const near = { knownHours, clip, lastLeadDay: LAST_LEAD_DAY, firstDay: GRIDS_FIRST_DAY, neighbourPenalty: 0.3 };
    this.members = [new Member(new LoadDesign(own, grids, near))];
    if (adjacent.length === 0) return;
    const wide = { ...near, lastLeadDay: LAST_ADJACENT_LEAD_DAY, firstDay: ADJACENT_FIRST_DAY, neighbourPenalty: 3 };
    this.members = [...this.members, new Member(new LoadDesign(own, adjacent, wide))];
  }

  /** Rungs are kept while they stand on the same members: their error tables of past quarters are worth keeping. */
  private makeRungs(): Rung[] {
    const [grids, adjacent] = this.members;
    const parts: Part[] = [{ member: grids!, weight: () => 1 }];
    if (adjacent && adjacent.rows >= FEWEST_ROWS) parts.push({ member: adjacent, weight: () => 1 });
    const name = parts.length > 1 ? 'load and neighbours' : 'load';
    return [this.rungs.find((rung) => sameParts(rung.parts, parts)) ?? new Rung(name, parts)];
  }
}

function sameParts(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && a.every(({ member }, i) => member === b[i]!.member);
}
