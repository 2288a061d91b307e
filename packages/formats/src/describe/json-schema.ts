import * as z from 'zod';
import { NO_EFFECT } from '../query/query-parameters.js';
import { PARAMETER_TEXTS } from './parameter-texts.data.js';

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it: the keywords that pages show, and any others. */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly examples?: readonly string[];
  readonly description?: string;
};

/** A schema as JSON Schema, of the request (`input`) or of the answer (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

export interface ParameterDescription {
  readonly name: string;
  readonly isRequired: boolean;
  /** Includes `enum`, `default`, `format`, `pattern` and `examples` where they apply. */
  readonly schema: JsonSchema;
  readonly text: string;
}

/** The parameters of a query schema in its order, except the ones an endpoint refuses. */
export function parametersOf(query: z.ZodObject | undefined): readonly ParameterDescription[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input');
  return Object.entries(properties)
    .filter(([, schema]) => schema[NO_EFFECT] !== true)
    .map(([name, schema]) => ({
      name,
      isRequired: required.includes(name),
      schema: { ...schema, ...asSent(query.shape[name]) },
      text: PARAMETER_TEXTS[name] ?? '',
    }));
}

/** Default and examples as a caller writes them: zod leaves them out of a schema that makes something else of its text. */
function asSent(schema: unknown): { readonly default?: unknown; readonly examples?: readonly string[] } {
  if (schema instanceof z.ZodDefault) return { ...asSent(schema.def.innerType), default: schema.def.defaultValue };
  if (schema instanceof z.ZodOptional) return asSent(schema.def.innerType);
  const examples = schema instanceof z.ZodType ? schema.meta()?.['examples'] : undefined;
  return Array.isArray(examples) ? { examples } : {};
}
