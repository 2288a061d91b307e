/** The numbers that OASIS gives its errors, with its words. Interface specification 5.1.8, section 3.2, and later notes. */
export const OASIS_CODES = {
  1000: 'No data returned for the specified selection',
  1001: 'Invalid Parameters of the given report name',
  1002: 'Invalid datetime format, please use valid datetime format',
  1004: 'Data can be requested for period of 31 days only',
  1011: 'Empty Query; Please Enter Report Name, Startdate, EndDate and Other Parameters',
  1020: 'Version parameter is missing or is invalid',
} as const;

export type OasisCode = keyof typeof OASIS_CODES;
