import { errorXml } from '../errors/error-xml.js';
import type { WireFailure, WrittenError } from '../errors/wire-failure.js';
import { escapeXml } from '../escape-xml.js';
import { OASIS_NAMESPACE, OASIS_VERSION } from '../report/report-xml.js';
import { RANGE_TOO_LONG } from '../report/rows/report-window.js';
import { OASIS_CODES, type OasisCode } from './oasis-codes.data.js';
import { oasisBaseNameOf, pacificTime } from './oasis-names.js';
import { OASIS_TYPE, oasisDisposition } from './oasis-reply.js';
import { zipSync } from './zip.js';

/**
 * An error as OASIS clients expect it: HTTP 200, a ZIP with one XML document under the `m:` prefix and a number.
 *
 * Failures that are no answer to the query (key, quota, path, method, failures of the service) keep their HTTP status and come as plain
 * XML: a client that saw 200 would take them for data.
 */
export function errorZip(failure: WireFailure): WrittenError {
  const code = oasisCode(failure);
  if (code === undefined) return errorXml(failure);
  const receivedAt = failure.facts.request?.receivedAt ?? 0;
  const base = code === 1000 ? oasisBaseNameOf(failure.facts.request?.query ?? '', receivedAt) : undefined;
  const name = base ?? 'INVALID_REQUEST';
  const document = Buffer.from(errorDocument(code, failure.requestId, new Date(receivedAt)));
  return {
    status: 200,
    contentType: OASIS_TYPE,
    headers: { 'content-disposition': oasisDisposition(`${name}.xml.zip`) },
    body: zipSync(`${name}.xml`, document, pacificTime(receivedAt)),
  };
}

const TIME_PARAMETERS = new Set(['startdatetime', 'enddatetime', 'as_of']);

function oasisCode({ code, details }: WireFailure): OasisCode | undefined {
  const parameter = details['parameter'];
  switch (code) {
    case 'no_data':
      return 1000;
    case 'invalid_query':
      return 1001;
    case 'missing_parameter':
      if (parameter === 'queryname') return 1011;
      return parameter === 'version' ? 1020 : 1001;
    case 'invalid_parameter':
      if (parameter === 'version') return 1020;
      if (details['expected'] === RANGE_TOO_LONG) return 1004;
      return TIME_PARAMETERS.has(String(parameter)) ? 1002 : 1001;
    default:
      return undefined;
  }
}

/** Byte for byte the layout of a real one: tabs in the header, a blank line after ERROR, no newline at the end. */
function errorDocument(code: OasisCode, requestId: string, at: Date): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<m:OASISReport xmlns:m="${OASIS_NAMESPACE}">
<m:MessageHeader>
\t<m:TimeDate>${at.toISOString()}</m:TimeDate>
\t<m:Source>OASIS</m:Source>
\t<m:Version>${OASIS_VERSION}</m:Version>
</m:MessageHeader>
<m:MessagePayload>
<m:RTO>
<m:name>CAISO</m:name>
<m:DISCLAIMER_ITEM>
<m:DISCLAIMER>The contents of these pages are subject to change without notice. Decisions based on information contained in them are the sole responsibility of the visitor.</m:DISCLAIMER>
</m:DISCLAIMER_ITEM>
<m:ERROR>
<m:ERR_CODE>${code}</m:ERR_CODE>
<m:ERR_DESC>${OASIS_CODES[code]}</m:ERR_DESC>
<m:REQUEST_ID>${escapeXml(requestId)}</m:REQUEST_ID>
</m:ERROR>

</m:RTO>
</m:MessagePayload>
</m:OASISReport>`;
}
