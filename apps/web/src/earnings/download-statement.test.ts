import { afterEach, beforeEach, expect, test } from 'vitest';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { zh } from '#testing/zh-texts.ts';
import { downloadStatement, readCsv } from './download-statement.ts';

const STATEMENT = 'POST /api/app/user/statement';

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => network.restore());

test('readCsv: concatenates the pages in order, under the server’s file name', async () => {
  const pages = [
    { csv: 'head\r\n1\r\n', nextCursor: 'b' },
    { csv: '2\r\n', nextCursor: null },
  ];
  network.handle(STATEMENT, () =>
    Response.json({ code: 200, msg: '', data: { format: 'csv', filename: 'a.csv', ...pages.shift() } }),
  );
  expect(await readCsv({ from: 1, to: 2 }, 'csv')).toMatchObject({ name: 'a.csv', text: 'head\r\n1\r\n2\r\n' });
  const request = { from: 1, to: 2, format: 'csv' };
  expect(network.calls(STATEMENT)).toEqual([
    { ...request, cursor: null },
    { ...request, cursor: 'b' },
  ]);
});

test('error: shows a refusal’s text, or that the connection failed', async () => {
  const said = async () => {
    await downloadStatement({ from: 1, to: 2 }, 'json');
    return useToastStore.getState().toast?.text;
  };
  network.refuse(STATEMENT, { error: 'range-too-long', code: 400, msg: '时间范围最多 366 天' });
  expect(await said()).toBe('时间范围最多 366 天');
  network.disconnect(STATEMENT);
  expect(await said()).toBe(zh.earnings.csv.failed);
});
