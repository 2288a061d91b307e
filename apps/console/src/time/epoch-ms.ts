/** The instant of a time that the service wrote, or of a day that a page chose; NaN where there is none. */
export const epochMs = (text: string): number => Date.parse(text);
