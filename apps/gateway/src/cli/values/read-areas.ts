import type { Area, Areas } from '@loadcast/core';
import { areaNames } from '@loadcast/formats';
import { readList } from './read-list.js';

/** Finds the areas of an option in a store's areas. @throws {UsageError} naming the option, the first unknown code and the codes there are */
type ChooseAreas = (areas: Areas) => readonly Area[];

/** The areas that a comma separated list names by the codes of any surface, in the order of the store's list. */
export const readAreas =
  (option: string, text: string): ChooseAreas =>
  ({ list }) =>
    readList(option, text, list, areaNames);
