import { describe, expect, test } from 'vitest';
import { callIdOf } from './call-id.ts';

const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('callIdOf', () => {
  test.each(['01234567', 'trace-of_one.call', '7e57ab1e-0000-4000-8000-000000000000', 'a'.repeat(64)])(
    'default: %s is used unchanged',
    (id) => expect(callIdOf(id)).toBe(id),
  );

  test.each([
    undefined,
    '',
    'short',
    'a'.repeat(65),
    'with a space',
    'new\nline-and-more',
    '{"level":60}',
    '<script>alert</script>',
    'ünïcödé-text',
    ['twice-sent-1', 'twice-sent-2'],
  ])('behavior: %j is replaced by a generated id', (header) => {
    const [made, other] = [callIdOf(header), callIdOf(header)];
    expect(made).toMatch(MADE);
    expect(made).not.toBe(other);
  });
});
