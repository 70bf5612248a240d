import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { roundTerms } from '@city-mint/web/testing/replies/rounds';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { type FakeApi, installApi } from './fixtures/fake-api.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

const ORDER: Order = {
  orderId: '1',
  roundId: '12',
  city: 'Nairobi',
  phase: 2,
  number: 4,
  cityId: '3',
  settlement: null,
  roundState: 'open',
  state: 'active',
  asked: '100',
  accepted: '100',
  rank: 3,
  reverseRank: 9,
  joinedAt: Date.now() - 60_000,
  late: false,
  automatic: false,
  outcome: null,
  fmcPaid: '0',
  fmcDue: '0',
  estimatedFmc: '454.5454',
  maximumLoss: '3',
  netJu: null,
  unreadable: false,
};
const SETTLED = { ...ORDER, estimatedFmc: null, maximumLoss: null } as const;

/** An order of every kind: its city, the fields that make it what it is, and what its card says from the badge on. */
const CASES: readonly (readonly [Partial<Order> & { readonly city: string }, RegExp])[] = [
  [ORDER, /进行中.*预计 454\.5454 FMC.*最多损失 3 JU/],
  [{ ...SETTLED, city: 'Oran', unreadable: true }, /进行中.*暂停处理：暂时无法读取本轮条款/],
  [
    { ...SETTLED, city: 'Lima', state: 'minted', outcome: 'minted', fmcPaid: '200', fmcDue: '300', netJu: '-1' },
    /成功.*\+200 FMC.*待发放 300 FMC.*JU 盈亏 −1 JU/,
  ],
  [
    { ...SETTLED, city: 'Oslo', state: 'ended', outcome: 'minted', fmcPaid: '500', netJu: '-1' },
    /成功 · 已结束.*\+500 FMC.*JU 盈亏 −1 JU/,
  ],
  [{ ...SETTLED, city: 'Rome', state: 'claimable', outcome: 'failed', netJu: '-2.25' }, /待领取.*JU 盈亏 −2\.25 JU/],
  [{ ...SETTLED, city: 'Cairo', state: 'ended', outcome: 'failed', netJu: '0' }, /失败 · 已结束.*JU 盈亏 0 JU/],
  [{ ...SETTLED, city: 'Quito', state: 'ended', outcome: 'cancelled', netJu: '0' }, /已取消(?! ·).*JU 盈亏 0 JU/],
];

const ORDERS = CASES.map(([fields], index): Order => ({ ...ORDER, ...fields, orderId: String(index + 1) }));

const HASH = `0x${'ab'.repeat(32)}`;

const STAGES = [
  { stage: 1, amount: '200', dueAt: Date.now() - 60_000, paidAt: Date.now() - 60_000 },
  { stage: 2, amount: '150', dueAt: Date.now() + 3_600_000, paidAt: null },
  { stage: 3, amount: '150', dueAt: Date.now() + 7_200_000, paidAt: null },
];

/** Answers what the list of orders, and the sheet of each, ask for. */
function answerOrders(api: FakeApi): void {
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  api.answer('POST /api/app/last/crowdfund', () => ({ data: { round: null, terms: null, termsHash: null } }));
  api.answer('POST /api/biz/mine/mint', () => ({ data: { items: ORDERS, nextCursor: null } }));
  api.answer('POST /api/biz/mint/detail', (body) => {
    const order = ORDERS.find(({ orderId }) => orderId === Object(body).orderId);
    const [round] = fullHome(Date.now()).openRounds;
    const settlement = settlementOf(order?.outcome ?? null);
    return { data: { order, round, terms: roundTerms(), termsHash: HASH, settlement, inclusion: null, files: [] } };
  });
  api.answer('POST /api/biz/mint/totals', () => ({ data: TOTALS }));
}

function settlementOf(outcome: Order['outcome']): Order['settlement'] {
  const settled = { settledAt: Date.now(), minted: null, failed: null, cancelled: null };
  const failed = { refund: '97', loss: '3', compensation: '0.75', hashPower: '4.5' };
  if (outcome === 'minted') return { ...settled, minted: { principal: '99', fee: '1', split: '0', stages: STAGES } };
  if (outcome === 'failed') return { ...settled, failed };
  return outcome === null ? null : { ...settled, cancelled: { refund: '100' } };
}

const TOTALS: ReplyOf<'POST /api/biz/mint/totals'> = {
  byOutcome: {
    active: { orders: 2, joined: '200' },
    minted: { orders: 2, joined: '200' },
    failed: { orders: 2, joined: '200' },
    cancelled: { orders: 1, joined: '100' },
  },
  joined: '700',
  inRounds: '200',
  returned: '492',
  compensation: '3.75',
  split: '0',
  netJu: '-4.25',
  fmcPaid: '700.000000000000000001',
  fmcDue: '300',
  days: [
    { at: DAY_MS * 20_000, orders: 3, netJu: '-4.25', fmc: '500.000000000000000001' },
    { at: DAY_MS * 20_001, orders: 2, netJu: '0', fmc: '500' },
  ],
};

/** Signs in, and opens the list of orders. */
async function openOrders(page: Page): Promise<void> {
  // The screen of a phone does not render the last cards.
  await page.setViewportSize({ width: 390, height: 2_000 });
  answerOrders(await installApi(page));
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  await openPage(page, '/city?tab=mine');
}

const card = (page: Page, city: string) => page.getByRole('button', { name: new RegExp(city) });

test('a success never looks like a failure: outcome first, the FMC before the fee in JU', async ({ page }) => {
  await openOrders(page);
  for (const [{ city }, text] of CASES) await expect(card(page, city)).toHaveText(text);
  const colour = (city: string, value: string) =>
    card(page, city)
      .locator(`data[value="${value}"]`)
      .evaluate((element) => getComputedStyle(element).color);
  const [plain, gain, loss] = await Promise.all([
    colour('Oslo', '100'),
    colour('Oslo', '500'),
    colour('Rome', '-2.25'),
  ]);
  expect(new Set([plain, gain, loss]).size).toBe(3);
  for (const [city, net] of [
    ['Lima', '-1'],
    ['Oslo', '-1'],
    ['Cairo', '0'],
    ['Quito', '0'],
  ] as const) {
    expect(await colour(city, net)).toBe(plain);
  }
});

for (const { lang, tag } of [
  { lang: 'zh', tag: '@soak-1' },
  { lang: 'en', tag: '@soak-2' },
]) {
  test(`orders and their sheet, ${lang}, light and dark: nothing for axe`, { tag }, async ({ page }) => {
    await openOrders(page);
    await page.evaluate((value) => localStorage.setItem('lang', value), lang);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await openPage(page, '/city?tab=mine');
      await expect(card(page, 'Quito')).toBeVisible();
      await checkAccessibility(page);
      for (const [city, shown] of [
        ['Nairobi', '454.5454'],
        ['Lima', '+500'],
      ] as const) {
        const order = ORDERS.find((candidate) => candidate.city === city);
        await openPage(page, `/city?tab=mine&order=${order?.orderId}`);
        await expect(page.getByRole('dialog')).toContainText(shown);
        await checkAccessibility(page);
      }
    }
  });
}
