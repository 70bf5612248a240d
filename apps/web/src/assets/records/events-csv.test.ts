import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_EXPORTED } from '#platform/export-csv.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { zh } from '#testing/zh-texts.ts';
import { type AssetEvent, eventsCsv, exportEvents } from './events-csv.ts';

const LOG = 'POST /api/app/user/assetEventLog';

const WITHDRAWAL: AssetEvent = {
  eventId: 'w-1',
  kind: 'withdrawal',
  currency: 'JU',
  quantity: '0.000000000000000001',
  from: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  blockHeight: null,
  at: Date.UTC(2026, 10, 21, 23, 59, 59),
  gasFee: null,
  confirmations: null,
  confirmationsNeeded: 8,
  status: 'in-progress',
  txHash: null,
  withdrawalId: '1',
};

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => network.restore());

/** Answers with pages of this many events, as the API does. */
function answerPages(count: number): void {
  let left = count;
  network.handle(LOG, () => {
    const items = Array.from({ length: Math.min(100, left) }, () => WITHDRAWAL);
    left -= items.length;
    return Response.json({ code: 200, msg: '', data: { items, nextCursor: left > 0 ? `c${left}` : null } });
  });
}

test('default: exports all pages of the filter, in their order', async () => {
  answerPages(150);
  const files = captureDownloads();
  await exportEvents({ kind: 'withdrawal', from: 1, to: 2 });
  expect(await files.lines()).toHaveLength(151);
  expect(files.names).toEqual([expect.stringMatching(/^city-mint-records-\d{4}-\d\d-\d\d\.csv$/)]);
  expect(useToastStore.getState().toast?.text).toBe(zh.assets.record.exported.replace('{count}', '150'));
  const request = { kind: 'withdrawal', from: 1, to: 2, limit: 100 };
  expect(network.calls(LOG)).toEqual([
    { ...request, cursor: null },
    { ...request, cursor: 'c50' },
  ]);
});

test('error: reports too many rows, no rows, and a lost connection, and offers no file', async () => {
  const said = async () => {
    await exportEvents({});
    return useToastStore.getState().toast?.text;
  };
  answerPages(MOST_EXPORTED + 1);
  expect(await said()).toBe(zh.assets.record.tooMany.replace('{limit}', String(MOST_EXPORTED)));
  answerPages(0);
  expect(await said()).toBe(zh.assets.record.emptyFiltered);
  network.disconnect(LOG);
  expect(await said()).toBe(zh.ui.networkError);
});

test('eventsCsv: writes exact amounts, and leaves unknown values empty', () => {
  const [head, row] = eventsCsv([WITHDRAWAL]).split('\r\n');
  expect(head).toBe('\ufeff时间,类型,状态,数量,币种,转出地址,转入地址,网络手续费,区块高度,交易哈希');
  const { from, to } = WITHDRAWAL;
  expect(row).toBe(`2026-11-21T23:59:59.000Z,提现,进行中,0.000000000000000001,JU,${from},${to},,,`);
});
