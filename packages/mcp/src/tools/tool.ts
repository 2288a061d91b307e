import type { ParameterDescription } from '@loadcast/formats';
import type { Ask, Parameters } from '../ask.js';
import type { Columns, Output } from '../small-answer.js';

/** A tool that reads; its answer is text under 4 KB, with units and the time of issue. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Its use and its result: a model chooses tools by this text. */
  readonly description: string;
  /** The endpoint, by name, whose parameters it takes, and which of them. */
  readonly takes: { readonly endpoint: string; readonly names: readonly string[] };
  readonly more?: readonly ParameterDescription[];
  readonly output: Output;
  answer(ask: Ask, parameters: Parameters): Promise<string>;
}

export const askRows = (ask: Ask, path: string, parameters: Parameters): Promise<Columns> =>
  ask<Columns>(path, { ...parameters, format: 'columns' });
