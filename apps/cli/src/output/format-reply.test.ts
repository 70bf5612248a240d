import { address, amount, id, time } from '@city-mint/api-contract/wire';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatReply } from './format-reply.ts';

test('lists are tables with times in UTC; a missing value is a dash', () => {
  const schema = z.object({ at: time.nullable(), rows: z.array(z.object({ name: z.string(), amount, at: time })) });
  const rows = [
    { name: '伦敦', amount: '2', at: 0 },
    { name: 'Wels', amount: '12.5', at: 1_500 },
  ];
  expect(formatReply(schema, { at: null, rows })).toEqual([
    'at: –',
    'rows:',
    '  name  amount  at',
    '  伦敦  2       1970-01-01T00:00:00Z',
    '  Wels  12.5    1970-01-01T00:00:01.500Z',
  ]);
  expect(formatReply(schema, { at: 0, rows: [] })).toEqual(['at: 1970-01-01T00:00:00Z', 'rows: –']);
});

test('rows that do not fit a table are blocks', () => {
  const schema = z.array(z.object({ id, account: address, why: z.string(), before: z.record(z.string(), z.string()) }));
  const row = { id: '1', account: `0x${'1'.repeat(40)}`, why: 'w'.repeat(200), before: { paused: 'true' } };
  expect(formatReply(schema, [row])).toEqual([
    'id: 1',
    `account: ${row.account}`,
    `why: ${row.why}`,
    ...['before:', '  paused: true', ''],
  ]);
});

test('attack: other people’s texts cannot move the cursor, clear the screen or add a line', () => {
  const reply = z.object({ entries: z.string(), integrityError: z.string().nullable() });
  const lines = formatReply(reply, { entries: '1', integrityError: 'x\u001b[2J\nexit 0\u2028\u0085done\r' });
  expect(lines).toEqual(['entries: 1', 'integrityError: x [2J exit 0 done ']);
});
