import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { EARNINGS_TYPE_NAMES, EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_EXPORTED } from '#platform/export-csv.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { zh } from '#testing/zh-texts.ts';
import { type Earning, earningsCsv } from './earnings-csv.ts';
import { exportEarnings } from './export-earnings.ts';

const PROFITS = 'POST /api/biz/aic/profits';

const EARNING: Earning = {
  type: 'distribute',
  stage: 'second',
  currency: 'FMC',
  amount: '0.000000000000000001',
  at: Date.UTC(2026, 10, 21, 23, 59, 59),
  source: 'vesting',
  rule: '5 minted 5',
  round: { roundId: '7', city: '=SUM(A1)', phase: 2, number: 3 },
  day: null,
  transferId: '99',
  ...{ machines: null, invitedRank: null },
};

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => network.restore());

/** Answers with pages of this many earnings, as the API does. */
function answerPages(count: number): void {
  let left = count;
  network.handle(PROFITS, () => {
    const items = Array.from({ length: Math.min(100, left) }, () => EARNING);
    left -= items.length;
    return Response.json({ code: 200, msg: '', data: { items, nextCursor: left > 0 ? `c${left}` : null } });
  });
}

test('default: exports all pages of the filter, in their order', async () => {
  answerPages(250);
  const progress: number[] = [];
  const files = captureDownloads();
  await exportEarnings({ filter: { type: 'settle', from: 1, to: 2 }, onProgress: (n) => progress.push(n) });
  expect(await files.lines()).toHaveLength(251);
  expect(files.names).toEqual([expect.stringMatching(/^city-mint-earnings-\d{4}-\d\d-\d\d\.csv$/)]);
  expect(progress).toEqual([100, 200, 250]);
  const request = { type: 'settle', from: 1, to: 2, limit: 100 };
  expect(network.calls(PROFITS)).toEqual([
    { ...request, cursor: null },
    { ...request, cursor: 'c150' },
    { ...request, cursor: 'c50' },
  ]);
});

test('error: reports too many rows, no rows, and a lost connection, and offers no file', async () => {
  const said = async () => {
    await exportEarnings({ filter: {}, onProgress: () => undefined });
    return useToastStore.getState().toast?.text;
  };
  answerPages(MOST_EXPORTED + 1);
  expect(await said()).toBe(zh.earnings.csv.tooMany.replace('{limit}', String(MOST_EXPORTED)));
  answerPages(0);
  expect(await said()).toBe(zh.earnings.csv.nothing);
  network.disconnect(PROFITS);
  expect(await said()).toBe(zh.earnings.csv.failed);
});

test('earningsCsv: writes exact amounts, times in UTC, and no cell that a spreadsheet would execute', () => {
  const mined: Earning = {
    ...EARNING,
    ...{ type: 'hash-rate-output', stage: null, source: 'emission', rule: '7', round: null },
    ...{ day: Date.UTC(2026, 10, 20), transferId: null, machines: 2 },
  };
  const [head, first, second] = earningsCsv([EARNING, mined]).split('\r\n');
  expect(head).toBe('\ufeff时间,类型,阶段,数量,币种,付款账户,规则,轮次或日期,流水号');
  expect(first).toBe(
    '2026-11-21T23:59:59.000Z,阶段发放,第二阶段,0.000000000000000001,FMC,待发放 FMC,5.5,' +
      '"\'=SUM(A1) · 第 2 期第 3 轮",99',
  );
  expect(second).toBe('2026-11-21T23:59:59.000Z,算力产出,,0.000000000000000001,FMC,FMC 发行量,7,2026-11-20,');
});

test('earningsCsv: names the paying account of every earning type', () => {
  const earnings = EARNINGS_TYPE_NAMES.map(
    (type): Earning => ({ ...EARNING, type, source: EARNINGS_TYPES[type].source }),
  );
  const accounts = earningsCsv(earnings)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[5]);
  expect(accounts).toEqual(earnings.map(({ source }) => zh.earnings.accounts[source]));
});
