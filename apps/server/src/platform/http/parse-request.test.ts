import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseRequest } from './parse-request.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  size: z.enum(['small', 'large']),
  count: z.number().optional(),
  address: z.string().refine((text) => text.startsWith('0x'), { error: 'address-format' }),
  amount: z
    .string()
    .superRefine((text, context) => {
      if (text === '9')
        context.addIssue({ code: 'custom', params: { error: 'amount-too-large', limit: '8' }, input: text });
    })
    .optional(),
  rows: z.array(z.strictObject({ id: z.number() })).optional(),
});
const GOOD = { name: 'abc', size: 'small', address: '0x1' };

describe('parseRequest', () => {
  test('default: returns the parsed request', () => {
    expect(parseRequest(schema, GOOD)).toEqual({ ok: true, request: GOOD });
    expect(parseRequest(z.strictObject({ page: z.coerce.number().default(1) }), {})).toEqual({
      ok: true,
      request: { page: 1 },
    });
  });

  test.each<[string, object, string, object]>([
    ['a field too many', { more: 1 }, 'unknown-field', { field: 'more' }],
    ['a null where a text is', { name: null }, 'wrong-type', { field: 'name', limit: 'string' }],
    ['a number where a text is', { name: 7 }, 'wrong-type', { field: 'name', limit: 'string' }],
    ['a text that is too long', { name: 'abcde' }, 'text-too-long', { field: 'name', limit: '4' }],
    ['a text that is too short', { name: 'a' }, 'text-format', { field: 'name', limit: '2' }],
    ['a value of no choice', { size: 'huge' }, 'value-not-allowed', { field: 'size', limit: 'small, large' }],
    ['a code in the message', { address: 'x' }, 'address-format', { field: 'address' }],
    ['a code and a limit in params', { amount: '9' }, 'amount-too-large', { field: 'amount', limit: '8' }],
    ['a field in a list', { rows: [{ id: 1 }, { id: 'x' }] }, 'wrong-type', { field: 'rows.1.id', limit: 'number' }],
    ['a missing field in a list', { rows: [{}] }, 'field-missing', { field: 'rows.0.id' }],
    ['a field too many in a list', { rows: [{ id: 1, x: 1 }] }, 'unknown-field', { field: 'rows.0.x' }],
  ])('behavior: %s is refused by field and limit', (...[, changed, error, details]) => {
    expect(parseRequest(schema, { ...GOOD, ...changed })).toEqual({ ok: false, error, details });
  });

  test.each(['name', 'size', 'address'])('behavior: a missing %s is refused as missing', (field) => {
    const without = Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== field));
    expect(parseRequest(schema, without)).toEqual({ ok: false, error: 'field-missing', details: { field } });
    expect(parseRequest(schema, { ...GOOD, [field]: undefined })).toMatchObject({ error: 'field-missing' });
  });

  test.each([[null], [undefined], ['text'], [7], [[GOOD]]])('behavior: %j is not a valid body', (body) => {
    expect(parseRequest(schema, body)).toEqual({
      ok: false,
      error: 'wrong-type',
      details: { field: 'body', limit: 'object' },
    });
  });

  test('behavior: a field that only the prototype has is missing', () => {
    const parsed = parseRequest(z.strictObject({ constructor: z.string() }), {});
    expect(parsed).toMatchObject({ error: 'field-missing', details: { field: 'constructor' } });
  });

  test('behavior: a message that is not a refusal code counts as an invalid text', () => {
    const odd = z.strictObject({ name: z.string().refine(() => false, { error: 'toString' }) });
    expect(parseRequest(odd, { name: 'a' })).toEqual({ ok: false, error: 'text-format', details: { field: 'name' } });
  });
});
