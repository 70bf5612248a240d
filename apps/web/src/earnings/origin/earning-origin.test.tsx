import { settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { within } from '@testing-library/react';
import { keccak256 } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { exactAmounts } from '#testing/figures.ts';
import { installRecomputeWorker } from '#testing/install-worker.ts';
import { configOf } from '#testing/replies/config.ts';
import { sampleEarnings, spansOf } from '#testing/replies/earnings.ts';
import { latestRound } from '#testing/replies/rounds.ts';
import { sampleSettlement, sampleTermsHash } from '#testing/replies/settled.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const { earnings, settled } = zh;
const { origin: texts } = earnings;
const FILE = sampleSettlement({ orders: 3 });
const INVITED = sampleSettlement({ orders: 3, invited: 3 });

type Case = {
  /** A reward for the order of this rank, of someone else. */
  readonly invitedRank?: number;
  readonly amount?: string;
  readonly rank?: number;
  readonly orders?: number;
  readonly served?: string;
  readonly anchored?: (root: string) => string;
};

beforeEach(() => queryClient.clear());

/** Opens the bill of the first stage of round 12, of which my order has rank 2, and has it recomputed. */
async function recompute({ amount = '200', rank = 2, orders = 1, served = FILE, anchored, invitedRank }: Case = {}) {
  installRecomputeWorker();
  installFakeViewport();
  const { network, open } = await prepareVisitor();
  const isReward = invitedRank !== undefined;
  const sample = sampleEarnings(Date.now()).find(({ type }) => type === (isReward ? 'reward' : 'settle'));
  if (sample === undefined) throw new Error('an earning');
  const round = { roundId: '12', city: 'Nairobi', phase: 2, number: 4 };
  network.reply('POST /api/biz/aic/profits', {
    items: [{ ...sample, amount, round, invitedRank: invitedRank ?? null }],
    nextCursor: null,
  });
  network.answer('POST /api/biz/profit/spans', (request) => spansOf(request));
  const termsHash = sampleTermsHash({ orders: 3 });
  network.answer('POST /api/app/last/crowdfund', () => ({ ...latestRound(Date.now()), termsHash }));
  const own = { orders, joined: '100', outcome: 'minted', netJu: '-1', fmc: '500' } as const;
  network.reply('POST /api/biz/mint/inRound', { ...own, first: [{ rank, joinedAt: 1 }] });
  network.handle('GET /api/app/rounds/12/settlement.jsonl', () => new Response(served));
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  const root = await rootOf(isReward ? INVITED : FILE);
  const subject = settlementSubject({ roundId: 12n, termsHash }).slice(2);
  network.rpc('eth_call', ([call]) =>
    String(Object(call).data).endsWith(subject) ? (anchored?.(root) ?? root) : `0x${'0'.repeat(64)}`,
  );
  const page = await open('/earningsLogs');
  const list = await page.screen.findByRole('region', { name: earnings.list.label });
  await page.user.click(within(list).getByRole('button', { name: isReward ? /邀请奖励/ : /第一阶段/ }));
  const bill = await page.screen.findByRole('dialog', { name: earnings.bill.title });
  await page.user.click(await within(bill).findByRole('button', { name: texts.begin }));
  return { ...page, bill: within(bill) };
}

async function rootOf(text: string): Promise<string> {
  async function* open() {
    yield text;
  }
  const result = await recomputeSettlement(open, (bytes) => keccak256(bytes, 'bytes'));
  if ('fault' in result) throw new Error(result.fault);
  return result.root ?? '';
}

describe('where an earning comes from', () => {
  test('is its chain with this case’s figures, which agree with the file and the contract', async () => {
    const { bill } = await recompute();
    expect(await bill.findByText(texts.agrees)).toBeVisible();
    const section = bill.getByRole('region', { name: texts.title });
    // The deposit, the round, the FMC that it released, the stage, my part.
    expect(exactAmounts(section)).toEqual(['100', '300', '1500', '600', '200']);
    expect(bill.getByText('您的份额：600 × 100 ÷ 300')).toBeVisible();
    expect(bill.getByRole('link', { name: /本轮结算/ })).toHaveAttribute('href', '/round?id=12');
  });

  test.each([
    ['the earning', { amount: '200.000000000000000001' }, texts.differs],
    ['the rank, to one that does not exist', { rank: 4 }, texts.differs],
    ['a stage in the file', { served: FILE.replace('"200000', '"200001') }, settled.verdict.different],
    ['the fee in the file', { served: FILE.replace('"fee":"1000', '"fee":"1001') }, settled.verdict.different],
    ['the FMC in the terms of the file', { served: FILE.replace('"1500000', '"1500001') }, settled.verdict.different],
  ] as const)('attack: a server that changes %s does not agree', async (_what, lie, text) => {
    const { bill } = await recompute(lie);
    expect(await bill.findByText(text)).toBeVisible();
    expect(bill.queryByText(texts.agrees)).toBeNull();
  });

  test('attack: another result in the contract is said, and only the device gets the same', async () => {
    const { bill } = await recompute({ anchored: (root) => root.replace(/.$/, (last) => (last === '0' ? '1' : '0')) });
    expect(await bill.findByText(settled.verdict.differs)).toBeVisible();
    expect(bill.queryByText(texts.agrees)).toBeNull();
  });

  test('of a reward is the invited user’s order in the public file, its fee and the part', async () => {
    const { bill } = await recompute({ amount: '0.2', invitedRank: 3, served: INVITED });
    expect(await bill.findByText(texts.agrees)).toBeVisible();
    expect(exactAmounts(bill.getByRole('region', { name: texts.title }))).toEqual(['100', '1', '0.2']);
    expect(bill.getByText('您的份额：1 × 20%')).toBeVisible();
  });

  test.each([
    ['the reward', { amount: '0.3', invitedRank: 3 }, '不一致：本机算得 0.2'],
    ['the order, to one of another inviter', { amount: '0.2', invitedRank: 2 }, '不一致：本机算得 0'],
  ] as const)('attack: a server that changes %s does not agree', async (_what, lie, text) => {
    const { bill } = await recompute({ ...lie, served: INVITED });
    expect(await bill.findByText(text)).toBeVisible();
    expect(bill.queryByText(texts.agrees)).toBeNull();
  });

  test('of more orders than the server lists is not said to differ', async () => {
    const { bill } = await recompute({ amount: '7', orders: 51 });
    expect(await bill.findByText(texts.many)).toBeVisible();
  });
});
