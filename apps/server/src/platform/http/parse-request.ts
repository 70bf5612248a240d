import { type BadInput, badInputOf } from '@city-mint/api-contract/bad-input';
import type { z } from 'zod';

export type ParsedRequest<Request> =
  | { readonly ok: true; readonly request: Request }
  | ({ readonly ok: false } & BadInput);

/**
 * Returns the parsed request, strictly by its schema, or the refusal of the first error, with its field and the broken
 * limit.
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, raw: unknown): ParsedRequest<z.output<Schema>> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ok: true, request: parsed.data };
  return { ok: false, ...badInputOf(parsed.error.issues[0], raw) };
}
