import type { EpochMs } from '@loadcast/core';
import { escapeXml } from '../escape-xml.js';
import type { ReportPiece } from './report-bytes.js';
import { type InstantText, xmlLayout } from './report-layout.js';
import { BlockWriter } from './report-rows.js';
import type { ReportBlock } from './rows/report-blocks.js';
import type { ReportTag } from './rows/report-columns.data.js';

/** The namespace of OASIS reports. Clients match it letter by letter, so it stays although it names CAISO. */
export const OASIS_NAMESPACE = 'http://www.caiso.com/soa/OASISReport_v1.xsd';

export const OASIS_VERSION = 'v20131201';

export const DISCLAIMER =
  'The contents of these pages are subject to change without notice.  Decisions based on information contained in them are the sole responsibility of the visitor.';

export interface XmlMessage {
  readonly timeDate: string;
  readonly source: string;
  readonly version: string;
}

/** REPORT_ITEM: the tags of its REPORT_HEADER in order, and its REPORT_DATA. */
export interface XmlItem {
  readonly header: readonly (readonly [tag: string, text: string])[];
  readonly data: ReportPiece;
}

export interface XmlRto {
  readonly name: string;
  readonly items: Iterable<XmlItem>;
  readonly disclaimer: string;
}

/** An OASISReport, piece by piece: one element a line, LF, no newline at the end. */
export function* xmlDocument(
  { timeDate, source, version }: XmlMessage,
  rtos: Iterable<XmlRto>,
): Generator<ReportPiece> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<OASISReport xmlns="${OASIS_NAMESPACE}">\n<MessageHeader>\n${element('TimeDate', timeDate)}${element('Source', source)}${element('Version', version)}</MessageHeader>\n<MessagePayload>\n`;
  for (const { name, items, disclaimer } of rtos) {
    yield `<RTO>\n${element('name', name)}`;
    for (const { header, data } of items) {
      const tags = header.map(([tag, text]) => element(tag, text)).join('');
      yield `<REPORT_ITEM>\n<REPORT_HEADER>\n${tags}</REPORT_HEADER>\n`;
      yield data;
      yield '</REPORT_ITEM>\n';
    }
    yield `<DISCLAIMER_ITEM>\n${element('DISCLAIMER', disclaimer)}</DISCLAIMER_ITEM>\n</RTO>\n`;
  }
  yield '</MessagePayload>\n</OASISReport>';
}

/** An apostrophe needs no escape between tags, and OASIS writes none. */
function element(tag: string, text: string): string {
  return `<${tag}>${escapeXml(text).replaceAll('&apos;', "'")}</${tag}>\n`;
}

export interface XmlHead {
  readonly report: string;
  readonly generatedAt: EpochMs;
  /** `Loadcast` on the surfaces, `OASIS` in OASIS files. */
  readonly source: string;
  /** TZ of every block; defaults to the block's market clock. */
  readonly timeZone?: string;
}

/** A load report as XML, piece by piece: one RTO per ISO, one REPORT_ITEM per block. */
export function* reportXml(
  head: XmlHead,
  blocks: Iterable<ReportBlock>,
  tags: readonly ReportTag[],
  instantText: InstantText,
): Generator<ReportPiece> {
  const writer = new BlockWriter(xmlLayout(tags), instantText);
  function* itemsOf(group: readonly ReportBlock[]): Generator<XmlItem> {
    for (const block of group) {
      yield { header: itemHeader(head, block), data: writer.bytes(block, 0) };
    }
  }
  function* rtos(): Generator<XmlRto> {
    for (const [name, group] of byIso(blocks)) yield { name, items: itemsOf(group), disclaimer: DISCLAIMER };
  }
  const timeDate = instantText(Math.floor(head.generatedAt / 1000) * 1000);
  yield* xmlDocument({ timeDate, source: head.source, version: OASIS_VERSION }, rtos());
}

function itemHeader({ report, timeZone }: XmlHead, { part }: ReportBlock): XmlItem['header'] {
  return [
    ['SYSTEM', 'OASIS'],
    ['TZ', timeZone ?? part.area.oasisTimezone],
    ['REPORT', report],
    ['MKT_TYPE', part.run],
    ...(part.run === 'RTM' ? ([['EXECUTION_TYPE', 'RTM']] as const) : []),
    ['UOM', 'MW'],
    ['INTERVAL', 'ENDING'],
    ['SEC_PER_INTERVAL', '3600'],
  ];
}

/** Blocks under their ISO, both in order of first appearance: two codes of one grid share an RTO. */
function byIso(blocks: Iterable<ReportBlock>): Map<string, ReportBlock[]> {
  const groups = new Map<string, ReportBlock[]>();
  for (const block of blocks) {
    const group = groups.get(block.part.area.iso) ?? [];
    group.push(block);
    groups.set(block.part.area.iso, group);
  }
  return groups;
}
