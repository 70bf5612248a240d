import { settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { waitFor, within } from '@testing-library/react';
import { keccak256, sha256 } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { exactAmounts, figure, region } from '#testing/figures.ts';
import { installRecomputeWorker } from '#testing/install-worker.ts';
import { configOf } from '#testing/replies/config.ts';
import { latestRound } from '#testing/replies/rounds.ts';
import { sampleSettlement, sampleTermsHash, settledRounds } from '#testing/replies/settled.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const FILE = 'GET /api/app/rounds/12/settlement.jsonl';
const LATEST = 'POST /api/app/last/crowdfund';
const { settled: texts, rounds } = zh;
const NO_ROOT = `0x${'0'.repeat(64)}`;

type Outcome = 'minted' | 'failed' | 'cancelled';
type Case = {
  readonly orders?: number;
  readonly outcome?: Outcome;
  /** The file of the server; the settlement by default. */
  readonly served?: (text: string, times: number) => string;
  /** The contract's root; the one of the settlement by default. Throws: no node answers. */
  readonly anchored?: (root: string) => string;
  readonly isSignedIn?: boolean;
};

beforeEach(() => queryClient.clear());

/** Opens a settled round for a visitor, with a contract that has its root. */
async function openRound({ orders = 3, outcome = 'minted', served, anchored, isSignedIn }: Case = {}) {
  installRecomputeWorker();
  const visitor = await prepareVisitor(isSignedIn === true ? {} : { session: null });
  const { network } = visitor;
  const text = sampleSettlement({ orders, outcome });
  const round = { state: 'ended', outcome, settledAt: 1_700_000_000_000, orders } as const;
  const termsHash = sampleTermsHash({ orders, outcome });
  network.answer(LATEST, () => ({ ...latestRound(Date.now(), round), termsHash }));
  const own = { orders: 1, joined: '100', outcome, netJu: '-1', fmc: '500', first: [{ rank: 2, joinedAt: 1 }] };
  network.reply('POST /api/biz/mint/inRound', own);
  let times = 0;
  network.handle(FILE, () => {
    times += 1;
    const body = served?.(text, times) ?? text;
    const bytes = new TextEncoder().encode(body);
    return new Response(bytes, { headers: { 'content-length': `${bytes.length}`, etag: `"${hashOf(text)}"` } });
  });
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  const root = await rootOf(text);
  network.rpc('eth_call', ([call]) => {
    const subject = settlementSubject({ roundId: 12n, termsHash }).slice(2);
    if (!String(Object(call).data).endsWith(subject)) return NO_ROOT;
    return anchored === undefined ? root : anchored(root);
  });
  const page = await visitor.open('/round?id=12');
  return { ...visitor, ...page };
}

const hashOf = (text: string) => sha256(new TextEncoder().encode(text)).slice(2);

async function rootOf(text: string): Promise<string> {
  async function* open() {
    yield text;
  }
  const result = await recomputeSettlement(open, (bytes) => keccak256(bytes, 'bytes'));
  if ('fault' in result) throw new Error(result.fault);
  return result.root ?? NO_ROOT;
}

describe('a settled round', () => {
  test('has its link: outcome, totals, terms, orders by rank, and that the contract agrees', async () => {
    const { screen, user } = await openRound();
    expect(await screen.findByText('与合约一致：本机已重新计算全部 3 笔订单')).toBeVisible();
    expect(region(/^Nairobi/)).toHaveTextContent(rounds.outcomes.minted);
    expect(region(/^Nairobi/)).toHaveTextContent('300 / 300 JU');
    expect(figure(rounds.order.principal, region(texts.totals))).toHaveAttribute('value', '297');
    expect(figure(texts.totalsOf.minted, region(texts.totals))).toHaveAttribute('value', '1500');
    const rows = within(region(texts.orders)).getAllByRole('listitem');
    expect(rows.map((row) => exactAmounts(row))).toEqual(Array(3).fill(['100', '99', '500']));
    expect(rows.map((row) => row.textContent?.includes(rounds.late))).toEqual([false, false, true]);
    await user.click(screen.getByText(texts.verdict.how));
    const fold = screen.getByText(texts.verdict.fileHash).closest('details');
    for (const label of [texts.verdict.root, rounds.terms.hash, texts.verdict.fileHash])
      expect(within(fold ?? document.body).getByText(label)).toBeVisible();
    expect(screen.getByText(rounds.terms.title)).toBeVisible();
  });

  test.each([
    ['failed', ['98', '97']],
    ['cancelled', ['100', '100']],
  ] as const)('that %s shows what came back of each order', async (outcome, returned) => {
    const { screen } = await openRound({ orders: 2, outcome });
    expect(await screen.findByText(/^与合约一致/)).toBeVisible();
    expect(region(/^Nairobi/)).toHaveTextContent(rounds.outcomes[outcome]);
    const rows = within(region(texts.orders)).getAllByRole('listitem');
    expect(rows.map((row) => exactAmounts(row)[1])).toEqual(returned);
    expect(screen.queryByText('FMC')).toBeNull();
  });

  test('without orders needs no root in the contract', async () => {
    const { screen } = await openRound({ orders: 0, outcome: 'failed', anchored: () => NO_ROOT });
    expect(await screen.findByText(texts.verdict.empty)).toBeVisible();
    expect(screen.getByText(texts.noOrders)).toBeVisible();
  });

  test('marks my orders, and adds them up', async () => {
    const { screen } = await openRound({ isSignedIn: true });
    const hero = await screen.findByRole('region', { name: /^Nairobi/ });
    expect(await within(hero).findByText(rounds.own.got)).toBeVisible();
    const rows = within(region(texts.orders)).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent?.includes(texts.own))).toEqual([false, true, false]);
  });

  test('begins its long list at a rank, as the address says', async () => {
    const { screen, user } = await openRound({ orders: 500, isSignedIn: true });
    const orders = await screen.findByRole('region', { name: texts.orders });
    const first = async () => (await within(orders).findAllByRole('listitem'))[0]?.textContent;
    expect(await first()).toContain('第 1 位');
    await user.clear(screen.getByLabelText(texts.fromRank));
    await user.type(screen.getByLabelText(texts.fromRank), '501');
    await user.click(screen.getByRole('button', { name: texts.show }));
    expect(screen.getByText('请输入 1 到 500')).toBeVisible();
    await user.clear(screen.getByLabelText(texts.fromRank));
    await user.type(screen.getByLabelText(texts.fromRank), '321{Enter}');
    await waitFor(async () => expect(await first()).toContain('第 321 位'));
    expect(location.search).toBe('?id=12&from=321');
    await user.click(screen.getByRole('link', { name: '2' }));
    await waitFor(async () => expect(await first()).toContain('第 2 位'));
  });
});

describe('the verdict', () => {
  test.each([
    ['has another result', (root: string) => root.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'differs'],
    ['has none yet', () => NO_ROOT, 'pending'],
    [
      'cannot be read',
      () => {
        throw new Error('no node');
      },
      'unread',
    ],
  ] as const)('says so when the contract %s, and checks again at a tap', async (_name, anchored, key) => {
    let isMended = false;
    const { screen, user } = await openRound({ anchored: (root) => (isMended ? root : anchored(root)) });
    expect(await screen.findByText(texts.verdict[key])).toBeVisible();
    expect(screen.queryByText(/^与合约一致/)).toBeNull();
    isMended = true;
    await user.click(screen.getByRole('button', { name: texts.verdict.again }));
    expect(await screen.findByText(/^与合约一致/)).toBeVisible();
  });

  test('attack: one changed figure does not agree, and its place is named', async () => {
    const { screen } = await openRound({ served: (text) => text.replace('"fee":"1000', '"fee":"1001') });
    expect(await screen.findByText(texts.verdict.different)).toBeVisible();
    expect(screen.getByText(/^line \d+: (totals|result)/)).toBeVisible();
  });

  test('attack: a file that leads to the root but is not the stated one does not agree', async () => {
    const { screen } = await openRound({ served: (text) => text.replace('{"roundId"', '{ "roundId"') });
    expect(await screen.findByText(texts.verdict.different)).toBeVisible();
    expect(screen.getByText(/^file: SHA-256/)).toBeVisible();
  });

  test('attack: a list with other figures than the checked file is replaced by what was checked', async () => {
    // The first two answers are the beginning of the file and its first orders; the check reads the whole.
    const served = (text: string, times: number) => (times <= 2 ? text.replace('"99000', '"98000') : text);
    const { screen } = await openRound({ served });
    expect(await screen.findByText(/^与合约一致/)).toBeVisible();
    await waitFor(() => {
      const rows = within(region(texts.orders)).getAllByRole('listitem');
      expect(rows.map((row) => exactAmounts(row)[1])).toEqual(['99', '99', '99']);
    });
  });
});

describe('a round without a settlement', () => {
  test('that is open says when it closes, and leads to it', async () => {
    const visitor = await prepareVisitor({ session: null });
    visitor.network.answer(LATEST, () => latestRound(Date.now()));
    visitor.network.handle(FILE, () => new Response('{}', { status: 404 }));
    const { screen } = await visitor.open('/round?id=12');
    expect(await screen.findByText(new RegExp(rounds.order.notSettled))).toBeVisible();
    expect(screen.getByRole('link', { name: texts.toRound })).toHaveAttribute('href', '/city?city=1&round=12');
  });

  test('that was settled a moment ago appears once its file is there', async () => {
    const visitor = await prepareVisitor({ session: null });
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { state: 'minted', settledAt: 1 }));
    visitor.network.handle(FILE, () => new Response('{}', { status: 404 }));
    const { screen } = await visitor.open('/round?id=12');
    expect(await screen.findByText(new RegExp(texts.beingWritten))).toBeVisible();
  });

  test('that does not exist is said not to', async () => {
    const visitor = await prepareVisitor({ session: null });
    visitor.network.refuse(LATEST, { error: 'not-found', code: 404 });
    visitor.network.handle(FILE, () => new Response('{}', { status: 404 }));
    const { screen } = await visitor.open('/round?id=12');
    expect(await screen.findByText('没有编号为 12 的轮次')).toBeVisible();
  });

  test('attack: with a file of another round shows nothing of it', async () => {
    const visitor = await prepareVisitor({ session: null });
    visitor.network.answer(LATEST, () => latestRound(Date.now(), { roundId: '13', settledAt: 1 }));
    const text = sampleSettlement({ orders: 1 });
    visitor.network.handle(
      'GET /api/app/rounds/13/settlement.jsonl',
      () => new Response(text, { headers: { 'content-length': `${text.length}` } }),
    );
    const { screen } = await visitor.open('/round?id=13');
    expect(await screen.findByText(texts.unreadable)).toBeVisible();
  });
});

test('without a round in its address it lists all settled rounds, each with a link', async () => {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.reply('POST /api/app/rounds/settled', { items: settledRounds(Date.now()), nextCursor: null });
  const { screen } = await visitor.open('/round');
  const list = await screen.findByRole('list', { name: texts.list });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/round?id=12', '/round?id=11', '/round?id=10']);
});
