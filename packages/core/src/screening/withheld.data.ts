/** Hours that a person looked at, with one finding for all of them. */
export interface ReviewedHours {
  /** EIA-930 series and hour, `PJM 2016-02-26T13Z`, or a range of hours without its end, `PJM 2018-06-30T04Z/2018-07-01T04Z`. */
  readonly hours: readonly string[];
  /** `as_screened`: what the screen withholds of these hours is rightly withheld, and the rest rightly served. */
  readonly verdict: 'serve' | 'withhold' | 'as_screened';
  readonly reason: string;
  /** Where the reason can be checked. */
  readonly source: string;
}

/** The last word on what is served: it overrides the screen both ways. The first row that has an hour counts. */
export const REVIEWED_HOURS: readonly ReviewedHours[] = [
  {
    hours: ['ERCO 2021-02-15T08Z/2021-02-15T12Z'],
    verdict: 'serve',
    reason: 'ERCOT ordered load shed from 01:20 Central on; all eight weather zones fell alike, and load stayed down.',
    source: 'FERC and NERC, The February 2021 Cold Weather Outages in Texas and the South Central United States',
  },
  {
    hours: ['PJM 2018-06-30T04Z/2018-07-01T04Z'],
    verdict: 'withhold',
    reason: 'The day has wrong labels: its peak is four hours early, and its last five hours repeat the next five.',
    source: 'EIA930_BALANCE_2018_Jan_Jun: demand beside the demand forecast',
  },
  {
    hours: ['PJM 2023-08-15T04Z/2023-08-15T13Z'],
    verdict: 'withhold',
    reason: 'Nine hours of a straight line, 638 MW an hour downwards: values put in for missing ones.',
    source: 'EIA930_BALANCE_2023_Jul_Dec; the sub-areas have a line of their own',
  },
  {
    hours: [
      'PJM 2020-04-10T03Z',
      'PJM 2020-07-13T22Z',
      'PJM 2020-07-24T15Z/2020-07-30T00Z',
      'PJM 2020-08-13T12Z',
      'PJM 2020-09-03T20Z',
    ],
    verdict: 'as_screened',
    reason: 'Single hours at 1.3 to 2.9 times the load; the sub-areas add up to a usual one.',
    source: 'EIA930_SUBREGION_2020_Jan_Jun and 2020_Jul_Dec: sum of the 20 sub-areas of PJM',
  },
  {
    hours: ['PJM 2016-02-26T13Z', 'PJM 2021-10-19T02Z/2021-10-19T05Z', 'SWPP 2023-06-13T01Z'],
    verdict: 'as_screened',
    reason:
      'Values that the grid cannot have: a hundred to ten thousand times too much, or 30 % more for a single hour.',
    source: 'EIA930_BALANCE of 2016, 2021 and 2023: the hours around',
  },
  {
    hours: ['NYIS 2015-10-04T15Z', 'NYIS 2017-04-26T20Z', 'NYIS 2017-07-10T22Z', 'NYIS 2019-04-18T03Z'],
    verdict: 'as_screened',
    reason: 'A single zero between two usual hours.',
    source: 'EIA930_BALANCE of 2015, 2017 and 2019: the hours around',
  },
  {
    hours: [
      'SWPP 2017-11-27T00Z/2019-07-01T00Z',
      'SWPP 2020-01-01T00Z/2024-01-01T00Z',
      'ISNE 2015-11-09T23Z/2015-11-10T02Z',
      'ISNE 2020-05-31T11Z/2020-05-31T14Z',
      'MISO 2021-05-05T13Z/2021-05-05T17Z',
    ],
    verdict: 'as_screened',
    reason: 'One value to the megawatt for three hours to days, where load and the forecast of it move.',
    source: 'EIA930_BALANCE of the year: demand beside the hours before and after, and the demand forecast to 2019',
  },
  {
    hours: ['CISO 2019-02-13T17Z/2019-05-10T02Z', 'CISO 2020-10-08T18Z'],
    verdict: 'as_screened',
    reason: 'The sum lacks Pacific Gas and Electric, some 11,000 MW, which is blank in the same hour.',
    source: 'EIA930_SUBREGION_2019_Jan_Jun and 2020_Jul_Dec: CISO, PGAE',
  },
  {
    hours: ['CISO 2019-02-05T01Z/2019-02-08T00Z', 'CISO-PGAE 2019-02-05T01Z/2019-04-02T00Z'],
    verdict: 'as_screened',
    reason: 'Pacific Gas and Electric is frozen for hours to weeks, and jumps by a third and back in between.',
    source: 'EIA930_SUBREGION_2019_Jan_Jun: CISO, PGAE beside SCE and SDGE',
  },
  {
    hours: ['CISO-PGAE 2021-07-05T18Z', 'CISO-SDGE 2020-08-10T22Z'],
    verdict: 'as_screened',
    reason: 'A quarter more for one hour; the hour after is at the level from before.',
    source: 'EIA930_SUBREGION_2020_Jul_Dec and 2021_Jul_Dec: CISO, all sub-areas',
  },
  {
    hours: ['CISO-VEA 2018-10-01T00Z/2024-01-01T00Z'],
    verdict: 'as_screened',
    reason:
      'A meter of 20 to 340 MW that reads zero at noon, four times its usual at night, or one value for six hours.',
    source: 'EIA930_SUBREGION of the year: CISO, VEA, the days before and after',
  },
];
