import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  areaParameter,
  dateParameter,
  instantParameter,
  integerParameter,
  noEffect,
  oneOf,
} from '../query/query-parameters.js';
import { jsonSchemaOf, parametersOf } from './json-schema.js';

test.each([
  { name: 'words', schema: oneOf(['1d', '2d']), shows: { type: 'string', enum: ['1d', '2d'] } },
  {
    name: 'areas, without the alias that is no code',
    schema: areaParameter('c'),
    shows: { enum: ['PGE', 'SCE', 'SDGE', 'VEA'] },
  },
  { name: 'an instant', schema: instantParameter('iso'), shows: { format: 'date-time' } },
  { name: 'a day', schema: dateParameter(), shows: { format: 'date' } },
  { name: 'a whole number', schema: integerParameter({ min: 1, max: 9 }), shows: { pattern: '^(0|[1-9][0-9]{0,8})$' } },
])('$name keep what they allow through default and optional', ({ schema, shows }) => {
  expect(jsonSchemaOf(schema, 'input')).toMatchObject(shows);
  const [parameter] = parametersOf(z.object({ as_of: schema.optional() }));
  expect(parameter).toMatchObject({ name: 'as_of', isRequired: false, schema: shows });
});

test('a default makes a parameter optional and is shown; one without is required', () => {
  const query = z.object({ region: areaParameter('a'), horizon: oneOf(['1d', '2d']).default('1d') });
  expect(parametersOf(query).map(({ name, isRequired, schema }) => [name, isRequired, schema['default']])).toEqual([
    ['region', true, undefined],
    ['horizon', false, '1d'],
  ]);
});

test('examples and patterns agree with what is read', () => {
  for (const schema of [instantParameter('iso'), instantParameter('compact'), dateParameter(), areaParameter('a')]) {
    const [parameter] = parametersOf(z.object({ value: schema.optional() }));
    const { examples, pattern } = parameter!.schema as { examples: string[]; pattern?: string };
    for (const example of examples) {
      expect(schema.safeParse(example).success).toBe(true);
      if (pattern) expect(example).toMatch(new RegExp(pattern));
    }
  }
});

test('every spelling of a region that is listed is read', () => {
  const { enum: spellings } = jsonSchemaOf(areaParameter('a'), 'input') as { enum: string[] };
  expect(spellings).toContain('CISO');
  expect(spellings).not.toContain('the service');
  for (const spelling of spellings) expect(areaParameter('a').safeParse(spelling).success).toBe(true);
});

test('a parameter that is refused is not listed', () => {
  expect(parametersOf(z.object({ as_of: noEffect('nothing is read') }))).toEqual([]);
});
