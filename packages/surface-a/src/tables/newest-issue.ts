import { issueHeader, type Table } from '@loadcast/formats';

/** `X-Forecast-Issued-At` of rows that show forecasts: the newest of their column `issued_at`; nothing where no row has one. */
export function newestIssueHeader({ columns }: Table): Readonly<Record<string, string>> {
  const values = columns.find(({ name }) => name === 'issued_at')?.values ?? [];
  const issues = Array.from(values, Number).filter((issuedAt) => !Number.isNaN(issuedAt));
  return issueHeader(issues.length === 0 ? undefined : Math.max(...issues));
}
