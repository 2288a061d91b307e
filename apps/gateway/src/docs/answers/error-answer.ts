import { z } from 'zod';

/** Every failure in JSON. */
export const errorAnswer = z.strictObject({
  error: z.strictObject({
    code: z.string().describe('One of the documented codes.'),
    message: z.string().min(1).describe('A message for people: the fault, and the allowed values.'),
    documentation_url: z.string().describe('A page about the code.'),
    request_id: z.string().describe('Equals the header X-Request-Id.'),
    details: z.record(z.string(), z.union([z.string(), z.number()])).describe('Details for programs, by code.'),
  }),
});

const { message, documentation_url, ...common } = errorAnswer.shape.error.shape;

/** The same failure in the form of RFC 9457. */
export const problemAnswer = z.strictObject({
  type: documentation_url,
  title: z.string().describe('The code in words.'),
  status: z.int().describe('The HTTP status.'),
  detail: message,
  ...common,
});
