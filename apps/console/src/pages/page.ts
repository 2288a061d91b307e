import type { JSX } from 'preact';
import type { PageState } from '../data/facts.js';

export interface Page {
  /** Its path; `{grid}` stands for any letters, whether or not a grid has that code. */
  readonly pattern: string;
  readonly title: (state: PageState) => string;
  /** What its first paint shows, below `/demo/v1`. Absent: it shows nothing of the API before its script has run. */
  readonly asks?: (state: PageState) => readonly string[];
  readonly view: (state: PageState) => JSX.Element;
}
