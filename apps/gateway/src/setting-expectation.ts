import * as z from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodErrorMap>>[0] | z.core.$ZodIssue;

/** What a setting must be, in words: made from its row of the schema, without the value, which may be a secret. */
export function expectationOf(setting: z.ZodType, issue: Issue): string {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message ?? '';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'is empty; give a value, or unset it';
  const { type, minimum, maximum, enum: words, items } = z.toJSONSchema(setting, { unrepresentable: 'any' });
  const range = `from ${minimum} to ${maximum}`;
  if (type === 'integer') return `must be a whole number ${range}`;
  if (type === 'number') return `must be a number ${range}`;
  if (words) return `must be ${words.join(' or ')}`;
  if (typeof items === 'object' && 'enum' in items) return `must list one or more of ${items.enum?.join(', ')}`;
  return 'must be text';
}

/** The default as a table shows it; empty where there is none, or where the description explains it. */
export function defaultOf(setting: z.ZodType): string {
  const { defaultText } = setting.meta() ?? {};
  if (typeof defaultText === 'string') return defaultText;
  return setting instanceof z.ZodDefault ? String(setting.def.defaultValue) : '';
}
