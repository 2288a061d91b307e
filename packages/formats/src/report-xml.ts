import type { EpochMs } from '@loadcast/core';
import { escapeXml } from './escape-xml.js';
import type { ReportBlock } from './report-blocks.js';
import type { ReportTag } from './report-columns.data.js';
import { type InstantText, xmlLayout } from './report-layout.js';
import { rowTexts } from './report-rows.js';

/** The namespace of OASIS reports. Clients match it letter by letter, so it stays although it names CAISO. */
export const OASIS_NAMESPACE = 'http://www.caiso.com/soa/OASISReport_v1.xsd';

/** The version of the OASIS document layout that we write. */
export const OASIS_VERSION = 'v20131201';

export const DISCLAIMER =
  'The contents of these pages are subject to change without notice.  Decisions based on information contained in them are the sole responsibility of the visitor.';

/** What an XML report says about itself. */
export interface XmlHead {
  readonly report: string;
  readonly generatedAt: EpochMs;
  /** `Loadcast` on our surfaces. */
  readonly source: string;
  /** TZ of every block; absent, that of the block's market clock. */
  readonly timeZone?: string;
}

/** A report as XML, piece by piece: one element a line, one RTO per ISO, one REPORT_ITEM per block. */
export function* reportXml(
  head: XmlHead,
  blocks: Iterable<ReportBlock>,
  tags: readonly ReportTag[],
  instantText: InstantText,
): Generator<string> {
  const layout = xmlLayout(tags);
  yield xmlOpening(head, instantText);
  for (const [iso, items] of byIso(blocks)) {
    yield `<RTO>\n<name>${iso}</name>\n`;
    for (const block of items) {
      yield itemOpening(head, block);
      yield* rowTexts(layout, block, 0, instantText);
      yield '</REPORT_ITEM>\n';
    }
    yield `<DISCLAIMER_ITEM>\n<DISCLAIMER>${escapeXml(DISCLAIMER)}</DISCLAIMER>\n</DISCLAIMER_ITEM>\n</RTO>\n`;
  }
  yield '</MessagePayload>\n</OASISReport>';
}

/** Everything before the first RTO. */
export function xmlOpening({ generatedAt, source }: XmlHead, instantText: InstantText): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<OASISReport xmlns="${OASIS_NAMESPACE}">`,
    '<MessageHeader>',
    `<TimeDate>${instantText(Math.floor(generatedAt / 1000) * 1000)}</TimeDate>`,
    `<Source>${source}</Source>`,
    `<Version>${OASIS_VERSION}</Version>`,
    '</MessageHeader>',
    '<MessagePayload>',
    '',
  ].join('\n');
}

function itemOpening({ report, timeZone }: XmlHead, { part }: ReportBlock): string {
  return [
    '<REPORT_ITEM>',
    '<REPORT_HEADER>',
    '<SYSTEM>OASIS</SYSTEM>',
    `<TZ>${timeZone ?? part.area.oasisTimezone}</TZ>`,
    `<REPORT>${report}</REPORT>`,
    `<MKT_TYPE>${part.run}</MKT_TYPE>`,
    ...(part.run === 'RTM' ? ['<EXECUTION_TYPE>RTM</EXECUTION_TYPE>'] : []),
    '<UOM>MW</UOM>',
    '<INTERVAL>ENDING</INTERVAL>',
    '<SEC_PER_INTERVAL>3600</SEC_PER_INTERVAL>',
    '</REPORT_HEADER>',
    '',
  ].join('\n');
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
