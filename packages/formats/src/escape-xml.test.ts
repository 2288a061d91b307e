import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { escapeXml } from './escape-xml.js';

test.each([
  { text: `<&>"'`, escaped: '&lt;&amp;&gt;&quot;&apos;' },
  { text: 'a\u0000b\u001f', escaped: 'a\ufffdb\ufffd' },
  { text: '\ufffe\uffff', escaped: '\ufffd\ufffd' },
  { text: '\ud800', escaped: '\ufffd' },
  { text: '\u{1f50c}\t\n', escaped: '\u{1f50c}\t\n' },
])('$text is written $escaped', ({ text, escaped }) => expect(escapeXml(text)).toBe(escaped));

test('any text in an element is a valid document, and is read back where XML can hold it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const document = `<a>${escapeXml(text)}</a>`;
      expect(XMLValidator.validate(document)).toBe(true);
      if (!/^[ -~]+$/.test(text)) return;
      expect(new XMLParser({ trimValues: false, parseTagValue: false }).parse(document).a).toBe(text);
    }),
  );
});
