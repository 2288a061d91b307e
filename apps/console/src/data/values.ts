/** Values on a time or lead axis; null is no value. */
export type Values = readonly (number | null)[];
