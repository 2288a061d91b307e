import { escapeXml } from '../escape-xml.js';
import type { WireFailure } from './wire-failure.js';

const NAMESPACE = 'http://www.caiso.com/soa/OASISReport_v1.xsd';

/** OASISReport > MessagePayload > RTO > ERROR with its four children. */
export function errorXml(failure: WireFailure): { contentType: string; body: string } {
  const { code, message, documentationUrl, requestId } = failure;
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<OASISReport xmlns="${NAMESPACE}">`,
    '<MessagePayload>',
    '<RTO>',
    '<ERROR>',
    `<ERR_CODE>${escapeXml(code)}</ERR_CODE>`,
    `<ERR_DESC>${escapeXml(message)}</ERR_DESC>`,
    `<REQUEST_ID>${escapeXml(requestId)}</REQUEST_ID>`,
    `<DOCUMENTATION_URL>${escapeXml(documentationUrl)}</DOCUMENTATION_URL>`,
    '</ERROR>',
    '</RTO>',
    '</MessagePayload>',
    '</OASISReport>',
    '',
  ].join('\n');
  return { contentType: 'application/xml; charset=utf-8', body };
}
