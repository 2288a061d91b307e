import { escapeXml, type ParameterDescription, parametersOf } from '@loadcast/formats';
import type { Block } from '../blocks.js';
import type { DocumentedEndpoint } from '../documented.js';
import { TRY_IT_PATH } from './try-it-script.js';

/** Answers without end are no matter for a form. */
const ENDLESS = 'text/event-stream';

export function tryItBlocks(endpoint: DocumentedEndpoint): Block[] {
  const { method = 'GET', access, answers } = endpoint;
  if (method !== 'GET' || access === 'session' || answers.some(({ type }) => type === ENDLESS)) return [];
  return [
    { kind: 'form', html: formOf(endpoint) },
    { kind: 'form', html: `<script type="module" src="${TRY_IT_PATH}"></script>` },
  ];
}

/** Shown by its script, which does what the form alone cannot. */
function formOf(endpoint: DocumentedEndpoint): string {
  const { path, demoPath, access, query, segmentExamples = {}, examples = [] } = endpoint;
  const given = new URLSearchParams(examples[0] ?? '');
  const segments = Object.entries(segmentExamples).map(([name, value]) =>
    field(name, textInput(name, value, true, 'segment')),
  );
  const parameters = parametersOf(query).map((parameter) =>
    field(parameter.name, inputOf(parameter, given.get(parameter.name) ?? '')),
  );
  const keyLabel = demoPath === undefined ? 'API key' : 'API key (without one the demo answers)';
  const key = access === 'key' ? field(keyLabel, '<input type="password" data-part="key" autocomplete="off">') : '';
  const demo = demoPath === undefined || access !== 'key' ? '' : ` data-demo="${escapeXml(demoPath)}"`;
  return [
    `<form class="try" hidden data-path="${escapeXml(path)}"${demo}><h2>Try it</h2>`,
    ...segments,
    ...parameters,
    key,
    '<button>Ask</button>',
    '<p role="status"></p>',
    ...['curl', 'headers', 'body'].map((part) => `<pre data-shows="${part}" tabindex="0" hidden></pre>`),
    '</form>',
  ].join('');
}

const field = (label: string, input: string): string => `<label>${escapeXml(label)} ${input}</label>`;

function inputOf({ name, isRequired, schema }: ParameterDescription, value: string): string {
  const { enum: words, examples } = schema;
  if (!words) return textInput(name, value, isRequired, 'parameter', examples?.[0]);
  const options = ['', ...words].map(
    (word) => `<option${word === value ? ' selected' : ''}>${escapeXml(word)}</option>`,
  );
  return `<select name="${name}" data-part="parameter">${options.join('')}</select>`;
}

function textInput(name: string, value: string, isRequired: boolean, part: string, example?: unknown): string {
  const hint = example === undefined ? '' : ` placeholder="${escapeXml(String(example))}"`;
  return `<input name="${name}" data-part="${part}" value="${escapeXml(value)}"${hint}${isRequired ? ' required' : ''}>`;
}
