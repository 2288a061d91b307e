/** How numbers and hours are written: `28,500` and `7–8 PM`, or `28 500` and `19:00–20:00`. */
export const WRITINGS = ['us', '24h'] as const;
export type Writing = (typeof WRITINGS)[number];

let chosen: Writing = 'us';

export const writing = (): Writing => chosen;

/** Sets it before a page is rendered, by its address: `?write=24h`. @param kept the reader's earlier choice */
export function setWriting(query: string, kept?: string | null): Writing {
  const given = new URLSearchParams(query).get('write') ?? kept;
  chosen = WRITINGS.find((each) => each === given) ?? 'us';
  return chosen;
}
