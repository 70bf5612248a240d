import { expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { installFakeNetwork } from '#testing/fake-network.ts';
import { earningsKeys, statementQuery } from './earnings-queries.ts';

test('keys: differ by account, type and range', () => {
  const keys = [
    earningsKeys.totals('0x1'),
    earningsKeys.totals('0x2'),
    earningsKeys.spans('0x1', undefined, [1, 2]),
    earningsKeys.spans('0x1', 'reward', [1, 2]),
    earningsKeys.spans('0x1', undefined, [1, 3]),
    earningsKeys.list('0x1', {}),
    earningsKeys.list('0x1', { type: 'reward' }),
    earningsKeys.list('0x1', { from: 1, to: 2 }),
    earningsKeys.statement('0x1', { from: 1, to: 2 }),
    earningsKeys.statement('0x1', { from: 1, to: 3 }),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
});

test('statementQuery: ends at the server’s current time if the device’s clock is ahead', async () => {
  const network = installFakeNetwork();
  const STATEMENT = 'POST /api/app/user/statement';
  network.handle(STATEMENT, async () => {
    const isLate = network.calls(STATEMENT).length === 1;
    const refusal = { code: 400, msg: '', data: null, error: 'date-in-future', details: { field: 'to', limit: '150' } };
    return Response.json(isLate ? refusal : { code: 200, msg: '', data: { format: 'json', from: 100, to: 150 } });
  });
  const statement = await queryClient.fetchQuery(statementQuery('0x1', { from: 100, to: 200 }));
  expect(statement).toMatchObject({ from: 100, to: 150 });
  expect(network.calls(STATEMENT)).toEqual([
    { from: 100, to: 200, format: 'json' },
    { from: 100, to: 150, format: 'json' },
  ]);
  queryClient.clear();
  network.restore();
});
