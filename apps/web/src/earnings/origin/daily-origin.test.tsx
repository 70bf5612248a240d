import { within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { miningDayOf, poolDayOf, sampleEarnings, spansOf } from '#testing/replies/earnings.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import type { MiningFigures, PoolFigures } from './recompute-day.ts';

const { earnings } = zh;
const { origin: texts } = earnings;

beforeEach(() => queryClient.clear());

type Lies = { readonly pool?: Partial<PoolFigures>; readonly mining?: Partial<MiningFigures> };
type DailyType = 'hash-rate-output' | 'node-output' | 'level-output';

/** Opens the bill of the newest earning of a type, whose amount is the given one. */
async function openBill(type: DailyType, { pool, mining }: Lies = {}, amount = '0.6') {
  installFakeViewport();
  const { network, open } = await prepareVisitor();
  const sample = sampleEarnings(Date.now()).find((earning) => earning.type === type);
  if (sample === undefined) throw new Error('an earning');
  network.reply('POST /api/biz/aic/profits', { items: [{ ...sample, amount }], nextCursor: null });
  network.answer('POST /api/biz/profit/spans', (request) => spansOf(request));
  const asked: unknown[] = [];
  network.answer('POST /api/biz/profit/poolDay', (request) => {
    asked.push(request);
    return { ...poolDayOf('0.6'), ...pool };
  });
  network.answer('POST /api/biz/fmc/day', (request) => {
    asked.push(request);
    return { ...miningDayOf('0.6'), ...mining };
  });
  const { screen, user } = await open('/earningsLogs');
  const list = await screen.findByRole('region', { name: earnings.list.label });
  await user.click(within(list).getByRole('button', { name: new RegExp(earnings.types[type]) }));
  const bill = await screen.findByRole('dialog', { name: earnings.bill.title });
  const section = await within(bill).findByRole('region', { name: texts.title });
  return { section, asked, day: sample.day };
}

describe('a day’s earning', () => {
  test('of machines is the emission of the day by their hash power', async () => {
    const { section, asked, day } = await openBill('hash-rate-output');
    expect(await within(section).findByText(texts.agreesHere)).toBeVisible();
    expect(exactAmounts(section)).toEqual(['2.4', '985000', '1200', '2.4', '300', '0.6']);
    expect(within(section).getByText('您的份额：2.4 × 300 ÷ 1,200')).toBeVisible();
    expect(asked).toEqual([{ day }]);
  });

  test.each([
    ['node-output', 'nodes'],
    ['level-output', 'levels'],
  ] as const)('of %s is the release of the pool by weight', async (type, pool) => {
    const { section, asked, day } = await openBill(type);
    expect(await within(section).findByText(texts.agreesHere)).toBeVisible();
    expect(exactAmounts(section)).toEqual(['18', '6', '2.4', '1440', '360', '0.6']);
    expect(within(section).getByText('您的权重：3 × 120 JU')).toBeVisible();
    expect(within(section).getByText('当天释放：24 的 10%')).toBeVisible();
    expect(asked).toEqual([{ pool, day }]);
  });

  test.each([
    ['an amount that does not follow', 'node-output', {}, '0.600000000000000001', '不一致：本机算得 0.6 JU'],
    ['weights of others', 'level-output', { pool: { weights: '1440.1' } }, '0.6', '不一致：本机算得 0.5999'],
    ['a release that is not the share', 'node-output', { pool: { release: '2.5' } }, '0.6', texts.day.contradiction],
    ['a weight above all weights', 'node-output', { pool: { weights: '359' } }, '0.6', texts.day.contradiction],
    [
      'hash power of others',
      'hash-rate-output',
      { mining: { networkHashRate: '2400' } },
      '0.6',
      '不一致：本机算得 0.3',
    ],
    ['another sum of my machines', 'hash-rate-output', { mining: { hashRate: '301' } }, '0.6', '互相矛盾'],
    ['a smaller remaining emission', 'hash-rate-output', { mining: { emissionRemaining: '1' } }, '0.6', '互相矛盾'],
  ] as const)('attack: a server that states %s does not agree', async (...[, type, lies, amount, text]) => {
    const { section } = await openBill(type, lies, amount);
    expect(await within(section).findByText(new RegExp(text))).toBeVisible();
    expect(within(section).queryByText(texts.agreesHere)).toBeNull();
  });

  test('of more machines than are listed is not said to agree', async () => {
    const { section } = await openBill('hash-rate-output', { mining: { count: 4 } }, '0.8');
    expect(await within(section).findByText(texts.day.partly)).toBeVisible();
    expect(within(section).queryByText(texts.agreesHere)).toBeNull();
  });
});
