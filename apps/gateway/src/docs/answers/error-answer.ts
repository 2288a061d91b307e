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
