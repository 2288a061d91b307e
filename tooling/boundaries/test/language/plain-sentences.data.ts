const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words that never open a sentence. */
export const NEVER_FIRST: readonly string[] = ['Of', 'Behind', 'Beside', 'Also of', 'Also'];

/** Words that open a bare phrase when no verb follows in the main clause. */
export const PREPOSITIONS = words(`
  Without As By For From In On With At To Under Over Between Among Within Through Until
  After Before Since Against Into About Below Above Beyond Inside Outside Like Unlike Per Upon
`);

/** Verbs that a main clause may have; nouns such as "run" and "report" do not count. */
export const VERBS = words(`
  is are was were be has have had do does did can could may might must shall should will would gave took made kept
  held wrote ran said sent found came went became lost saw grew brought built met paid fell got began chose accept
  add allow appear apply arrive ask assume become begin belong bring carry catch choose come compare compute contain
  convert copy cover create cross decide delete depend describe differ disappear divide ensure exist expect fail fall
  fetch fill find follow get give go grow happen hide hold identify ignore include join keep lead learn leave let lie
  live lose make mean meet move multiply need open outlive parse pay prefer prevent publish pull put read receive
  refer refuse reject remain remove replace require resolve retry rewrite rise say see seem select send separate
  serve show skip stay stop subtract suffice survive take throw treat vary want weigh win write yield
`);

/** Sentences of 1,000 that may use a clause as a noun. The models have up to four. */
export const MOST_AS_NOUNS = 5;
