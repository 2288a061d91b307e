import { answering, csv, header, json, type WrongServer, withText, xml } from './wrong-server.js';

/** Answers in the wrong form. */
export const WRONG_FORMS: readonly WrongServer[] = [
  {
    name: 'CSV lost a column',
    noticedBy: '/oasis ',
    serve: csv((text) => text.replace(/^(([^,\n]*,){12})[^,\n]*,/gm, '$1')),
  },
  { name: 'CSV lines end with CRLF', noticedBy: '/oasis ', serve: csv((text) => text.replaceAll('\n', '\r\n')) },
  {
    name: 'OPR_HR counts from 0',
    noticedBy: '/oasis ',
    serve: csv((text) => text.replace(/,(\d+),0,(DAM|ACTUAL),/g, (_, hour, run) => `,${hour - 1},0,${run},`)),
  },
  { name: 'CSV stamps are written Z', noticedBy: '/oasis ', serve: csv((text) => text.replaceAll('+00:00', 'Z')) },
  { name: 'GROUP is empty', noticedBy: '/oasis ', serve: csv((text) => text.replace(/,(DAM|ACTUAL),\d+$/gm, ',$1,')) },
  {
    name: 'CSV rounds to whole MW',
    noticedBy: '/oasis ',
    serve: csv((text) => text.replace(/,(\d+)\.\d+,(DAM),/g, ',$1,$2,')),
  },
  {
    name: 'POS of DAM is 1',
    noticedBy: '/oasis ',
    serve: csv((text) => text.replaceAll(',SYS_FCST_DA_MW,2,', ',SYS_FCST_DA_MW,1,')),
  },
  {
    name: 'CSV has an area too few',
    noticedBy: '/oasis',
    serve: csv((text) => text.replace(/^.*,NYIS-TOTAL,.*\n/gm, '')),
  },
  {
    name: 'XML has another namespace',
    noticedBy: '/oasis ',
    serve: xml((text) => text.replace('OASISReport_v1.xsd', 'OASISReport_v2.xsd')),
  },
  {
    name: 'XML swaps OPR_DATE and INTERVAL_NUM',
    noticedBy: '/oasis ',
    serve: xml((text) => text.replace(/(<OPR_DATE>.*\n)(<INTERVAL_NUM>.*\n)/g, '$2$1')),
  },
  { name: 'XML is not well-formed', noticedBy: '/oasis ', serve: xml((text) => text.replace('</MessagePayload>', '')) },
  {
    name: 'XML splits an ISO over two RTO',
    noticedBy: '/oasis ',
    serve: xml((text) =>
      text.replace(
        '</REPORT_ITEM>\n<REPORT_ITEM>',
        '</REPORT_ITEM>\n<DISCLAIMER_ITEM>\n<DISCLAIMER>x</DISCLAIMER>\n</DISCLAIMER_ITEM>\n</RTO>\n<RTO>\n<name>NYISO</name>\n<REPORT_ITEM>',
      ),
    ),
  },
  {
    name: 'JSON key mw is named value',
    noticedBy: '/oasis ',
    serve: json((text) => text.replaceAll('"mw":', '"value":')),
  },
  {
    name: 'JSON numbers are texts',
    noticedBy: '/v1/demand',
    serve: json((text) => text.replace(/"value_mw":([\d.]+)/g, '"value_mw":"$1"')),
  },
  {
    name: 'JSON says one key more',
    noticedBy: '/v1/demand',
    serve: json((text) => text.replace('"meta":{', '"meta":{"extra":1,')),
  },
  {
    name: 'p10 and p90 are swapped',
    noticedBy: '/v1/demand/forecast horizon',
    serve: json((text) => text.replaceAll('"p10"', '"p_"').replaceAll('"p90"', '"p10"').replaceAll('"p_"', '"p90"')),
  },
  {
    name: 'bounds of C are swapped',
    noticedBy: '/forecast/v1/demand',
    serve: csv((text) => text.replace(/,([\d.]+),([\d.]+),MW$/gm, ',$2,$1,MW')),
  },
  {
    name: 'errors are HTTP 200',
    noticedBy: '/oasis?',
    serve: answering((answer) => (answer.status === 400 ? { ...answer, status: 200 } : answer)),
  },
  {
    name: 'invalid_key is called unauthorized',
    noticedBy: '/v1/demand/forecast with',
    serve: answering((answer) => withText(answer, answer.text.replaceAll('invalid_key', 'unauthorized'))),
  },
  { name: 'no request id', noticedBy: '/oasis?', serve: header('x-request-id', () => undefined) },
  {
    name: 'CSV is text/plain',
    noticedBy: '/oasis ',
    serve: header('content-type', (value) => value.replace('text/csv', 'text/plain')),
  },
  { name: 'no Deprecation header', noticedBy: '/v1/oasis is', serve: header('deprecation', () => undefined) },
  { name: 'no Allow header', noticedBy: '/v1/demand/forecast: ', serve: header('allow', () => undefined) },
  {
    name: 'metered answers may be shared',
    noticedBy: '/v1/demand',
    serve: header('cache-control', (value) => value.replace('private', 'public')),
  },
  {
    name: 'SingleZip errors are HTTP 400',
    noticedBy: '/oasisapi/SingleZip: ',
    serve: answering((answer) =>
      answer.headers['content-disposition']?.includes('INVALID') ? { ...answer, status: 400 } : answer,
    ),
  },
  {
    name: 'SingleZip is an attachment',
    noticedBy: '/oasisapi/SingleZip',
    serve: header('content-disposition', (value) => value.replace('inline', 'attachment')),
  },
  {
    name: 'SingleZip keeps its sizes for the directory',
    noticedBy: '/oasisapi/SingleZip',
    serve: answering((answer) => {
      if (!answer.headers['content-type']?.startsWith('application/x-zip')) return answer;
      const bytes = Buffer.from(answer.bytes);
      bytes.fill(0, 14, 26);
      return { ...answer, bytes };
    }),
  },
  {
    name: 'TAC_AREAS wants a key',
    noticedBy: '/oasis TAC_AREAS',
    serve: answering((answer, path) => (path.includes('queryname=TAC_AREAS') ? { ...answer, status: 401 } : answer)),
  },
];
