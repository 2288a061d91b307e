const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words that open a bare phrase when no verb follows in the main clause. */
export const PREPOSITIONS = words(`
  Of Behind Beside Besides Without As By For From In On With At To Under Over Between Among Within Through Until
  After Before Since Against Into About Below Above Beyond Inside Outside Like Unlike Per Upon Also
`);

/** Verbs that a main clause may have; a plural or third person \`s\` is added. */
export const VERBS = words(`
  is are was were be has have had do does did can could may might must shall should will would gave took made kept
  held wrote ran said sent found came went became left lost saw rose grew brought built met paid fell got began chose
  beat spent accept add age allow answer appear apply arrive ask assume average beat become begin belong block bound
  break bring build call carry catch change check choose close come compare compute contain convert copy cost count
  cover create cross cut decide declare delete depend describe differ divide draw drop end ensure exist expect fail
  fall feed fetch fill find fit follow force get give go grow hang happen hide hit hold identify ignore include issue
  join keep key last learn leave let lie limit list live load lock look lose make map mark match mean measure meet
  move multiply name need open outlive overlap parse pass pay pick play point prefer prevent print provide publish
  pull push put rank reach read receive refer refuse reject reload remain remove render repeat replace report require
  resolve retry return rewrite rise round run save say scale score see seem select send separate serve set share
  shift show skip sort span spend split stamp start stay stop store subtract suffice suit sum support survive swap
  take test throw track train treat try turn update use wait want warm weigh win work wrap write yield
`);

/** Sentences of 1,000 that may have "what is ..." or "those of ..." as a noun. The models have up to four. */
export const MOST_AS_NOUNS = 5;

interface Ceiling {
  readonly part: string;
  readonly barePhrases: number;
  readonly asNouns: number;
}

/** The gateway's sentences are rewritten once its rooms have moved into packages. */
const MOVING = ['apps/gateway', 'packages/observe', 'packages/service', 'packages/accounts', 'packages/backtest'];

/** Ceilings of parts whose sentences are still to be rewritten; every other part has no bare phrase. */
export const UNREWRITTEN: readonly Ceiling[] = [
  ...MOVING.map((part) => ({ part, barePhrases: 52, asNouns: 240 })),
  { part: 'texts', barePhrases: 30, asNouns: 45 },
  { part: 'pages', barePhrases: 60, asNouns: 240 },
];
