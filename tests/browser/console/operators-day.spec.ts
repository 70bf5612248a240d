import { type Browser, expect, type Page } from '@playwright/test';
import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { enterSystem, fillJoin, type Visitor } from '../fixtures/enter-system.ts';
import { exact } from '../fixtures/exact.ts';
import { gotoQuiet } from '../fixtures/goto-quiet.ts';
import { pressEnter } from '../fixtures/press-enter.ts';
import { confirmProposal, propose, signAction } from '../fixtures/sign-action.ts';
import { test } from '../fixtures/test.ts';
import { findOpenRound, type OpenRound, openRound } from '../system/open-round.ts';
import { performAction, signInOperators } from '../system/operators.ts';
import { fundedKey, type Participant, signInParticipant } from '../system/participant.ts';
import { readSettlement } from '../system/read-settlement.ts';
import { systemAddresses } from '../system/system-addresses.ts';
import { dataOf } from '../system/system-client.ts';
import { draftPlan } from './draft-plan.ts';
import { expectLogged, type Logged } from './expect-logged.ts';

test.use(DESK);

const WITHDRAWN = '3500.000000000000000001';
const PAID = '0.123456789012345678';
const TEXT_KEY = 'home.title';
const CANCELLED = ['77.700000000000000001', '33.3'] as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' } as const;

/** Who works that day: two operators at their consoles, in English and in Chinese, and two participants. */
type Day = {
  readonly first: Page;
  readonly second: Page;
  /** The phone of the participant, who is signed in there and through the API. */
  readonly phone: Page;
  readonly visitor: Visitor;
  readonly other: Participant;
  /** A round of that morning, which failed. */
  readonly dawn: OpenRound;
  /** Where the operator's earnings may go. */
  readonly recipient: `0x${string}`;
};

// It runs after all others (playwright.config.ts), which share the system: while joins are paused, none of theirs is
// accepted.
test('an operator’s day with two wallets: plan, withdrawal, text, pause, cancelled round, payout, log', async ({
  page,
  browser,
}) => {
  const recipient = await prepareDay();
  // What was done to begin the day is no part of it.
  const since = Date.now();
  const [dawn, other] = await Promise.all([
    openRound({ city: 'Dawn', quota: '100', windowMs: 7_000 }),
    signInParticipant(fundedKey(119)),
  ]);
  await other.join(dawn, '50');
  const desk = await enterConsole(page, { path: '/plans', language: 'en' });
  const otherDesk = await secondOperator(browser);
  const phone = await (await browser.newContext(PHONE)).newPage();
  const visitor = await enterSystem(phone, 118);
  const day: Day = { first: page, second: otherDesk.page, phone, visitor, other, dawn, recipient };

  const logged: Logged[] = [];
  const step = async (name: string, work: (day: Day) => Promise<Logged[]>) =>
    logged.push(...(await test.step(name, () => work(day))));
  await step('a plan is simulated and published by keyboard', publishPlan);
  await step('it opens, fills and settles', watchRound);
  await step('a withdrawal above the threshold', approveWithdrawal);
  await step('a text in Thai', (of) => changeText(of, browser));
  await step('joins are paused and resumed, and a round is cancelled', pauseAndCancel);
  await step('the treasury pays the operator', payOut);
  await test.step('everything is in the log', () => expectLogged(page, { since, logged }));
  for (const { errors } of [desk, otherDesk]) expect([...errors.errors, ...errors.violations]).toEqual([]);
});

/**
 * Lets two operators approve large withdrawals, new addresses wait no longer, and a wallet receive payouts. Returns
 * that wallet.
 */
async function prepareDay(): Promise<`0x${string}`> {
  const operators = await signInOperators();
  const [first] = operators;
  const recipient = privateKeyToAddress(generatePrivateKey());
  const reason = 'before the day begins';
  await performAction(operators, 'payouts/addRecipient', { address: recipient, reason });
  const { limits, newAddressHoldHours, parts } = dataOf(await first.call('POST /api/ops/controls', {}));
  // The first try of this test may have ended in between.
  const isPaused = parts.some(({ part, paused }) => part === 'joins' && paused);
  if (isPaused) await performAction(operators, 'unpause', { part: 'joins', reason });
  if (newAddressHoldHours > 0) await performAction(operators, 'limits/hold', { hours: 0, reason });
  const ju = limits.find(({ currency }) => currency === 'JU');
  if (ju === undefined || ju.approvalAbove !== null) return recipient;
  const { currency, perWithdrawal, perUserDay, perDay } = ju;
  const approval = { approvalAbove: '3000', reason };
  await performAction(operators, 'limits/set', { currency, perWithdrawal, perUserDay, perDay, ...approval });
  return recipient;
}

async function publishPlan({ first, second, dawn: { city, roundId } }: Day): Promise<Logged[]> {
  await readSettlement(roundId);
  await draftPlan(first, city);
  await pressEnter(first.getByRole('button', { name: 'Publish this plan' }));
  const proposal = await propose(first, { title: 'Publish a plan', reason: 'the seventh phase' });
  await confirmProposal(second, proposal);
  return [{ title: 'Publish a plan', by: 'both' }];
}

/** The participant joins on the phone and the other one fills the round, which both see at once. */
async function watchRound({ second, first, phone, other, dawn }: Day): Promise<Logged[]> {
  const round = await findOpenRound(dawn);
  await second.goto(new URL(`/plans?city=${encodeURIComponent(dawn.city)}`, second.url()).href);
  await second.getByRole('table', { name: '计划' }).getByRole('row').nth(1).press('Enter');
  await expect(second.getByText('模拟人群')).toBeVisible();
  await pressEnter(second.getByRole('button', { name: '开始模拟' }));
  await expect(second.getByText(/^种子 42，500 次/)).toBeVisible();
  await checkAccessibility(second);
  await second.getByRole('table', { name: '本计划的轮次' }).getByRole('link').first().press('Enter');
  await expect(second.getByText('参与进度')).toBeVisible();
  await (await fillJoin(phone, round, '40')).click();
  await phone.getByRole('button', { name: '查看订单' }).click();
  const struck = phone.getByRole('dialog', { name: '订单详情' }).getByText('您得到').waitFor();
  await expect(second.locator('main [data-value="40"]').first()).toBeVisible();
  await other.join(round, '60');
  await struck;
  const { outcome, totals } = await readSettlement(round.roundId);
  expect(outcome).toBe('minted');
  await expect(second.getByText('铸造成功').first()).toBeVisible();
  await checkAccessibility(second);

  await first.goto(new URL(`/rounds/${round.roundId}`, first.url()).href);
  const result = first.getByRole('region', { name: 'What it came to' });
  await expect(result).toBeVisible();
  const amounts = Object.values(totals).map((amount) => exact(amount));
  expect((await shownAmounts(result)).slice(0, amounts.length).sort()).toEqual(amounts.sort());
  return [];
}

async function approveWithdrawal({ first, second, visitor: { client, wallet } }: Day): Promise<Logged[]> {
  const to = wallet.accounts[0]?.address ?? zeroAddress;
  const asked = { currency: 'JU', to, amount: WITHDRAWN, requestId: crypto.randomUUID() } as const;
  const { withdrawalId, state } = dataOf(await client.call('POST /api/app/user/withdraw', asked));
  expect(state).toBe('requested');
  await first.goto(new URL(`/withdrawals?state=requested&account=${to}`, first.url()).href);
  const row = first.getByRole('table', { name: 'List of withdrawals' }).getByRole('row', { name: `#${withdrawalId}` });
  await expect(row).toContainText('two operators must approve it');
  await checkAccessibility(first);
  await row.click();
  const sheet = first.getByRole('dialog', { name: `Withdrawal #${withdrawalId}` });
  await expect(sheet.getByText('Requested by the user')).toBeVisible();
  await checkAccessibility(first);
  await sheet.getByRole('button', { name: 'Approve a withdrawal' }).click();
  const proposal = await propose(first, { title: 'Approve a withdrawal', reason: 'the user was called' });
  await confirmProposal(second, proposal, '已核对身份');
  await second.goto(new URL(`/withdrawals?open=${withdrawalId}`, second.url()).href);
  const history = second.getByRole('dialog', { name: `提现 #${withdrawalId}` });
  await expect(history.getByText('已签发凭证')).toBeVisible();
  await expect(history.getByText('已核对身份')).toBeVisible();
  await checkAccessibility(second);

  // The participant's own figures, to the unit, in the room of participants.
  await first.goto(new URL(`/participants/${to}`, first.url()).href);
  await expect(first.getByRole('heading', { name: 'Balances' })).toBeVisible();
  const { assets } = dataOf(await client.call('POST /api/app/user/asset', {}));
  for (const { currency, available, frozenInRounds, frozenInWithdrawals, vesting, total } of assets) {
    const shown = await shownAmounts(first.getByRole('row', { name: currency }));
    expect(shown.slice(0, 5)).toEqual([available, frozenInRounds, frozenInWithdrawals, vesting, total]);
  }
  await checkAccessibility(first);
  await first.getByRole('tab', { name: 'Transfers' }).click();
  const frozen = first.getByRole('row', { name: 'Frozen for a withdrawal' });
  await expect(frozen.locator(`[data-value="-${WITHDRAWN}"]`)).toBeVisible();
  await frozen.click();
  await expect(first.getByRole('dialog').getByText('Being withdrawn').first()).toBeVisible();
  await checkAccessibility(first);
  return [{ title: 'Approve a withdrawal', by: 'both' }];
}

async function changeText({ first, second }: Day, browser: Browser): Promise<Logged[]> {
  await first.goto(new URL(`/content?key=${TEXT_KEY}`, first.url()).href);
  // A second try changes what the first one wrote.
  const text = `ซิตี้ มินต์ ทดสอบ ${test.info().retry + 1}`;
  const field = first.getByLabel('New text (ไทย)');
  await field.fill('<b>ซิตี้</b>');
  await expect(first.getByText('No links, markup or hidden characters: <b')).toBeVisible();
  await checkAccessibility(first);
  await field.fill(text);
  await first.getByRole('button', { name: 'Preview in the page' }).click();
  const preview = await first.getByRole('link', { name: 'Open the preview' }).getAttribute('href');
  const reader = await (await browser.newContext(PHONE)).newPage();
  await reader.addInitScript(() => localStorage.setItem('lang', 'th'));
  await gotoQuiet(reader, preview ?? '');
  // As a reader of th sees it: not published, and a session cannot begin there.
  await expect(reader.getByText('ตัวอย่าง: ข้อความนี้ยังไม่เผยแพร่')).toBeVisible();
  await expect(reader.getByText(text).first()).toBeVisible();
  await checkAccessibility(reader);
  const login = reader.evaluate(() =>
    fetch('/api/app/user/login', { method: 'POST', body: '{}' }).then(String, String),
  );
  expect(await login).toBe('TypeError: a preview changes nothing');

  await first.getByRole('button', { name: 'Propose' }).click();
  const title = 'Change a text in several languages';
  await confirmProposal(second, await propose(first, { title, reason: 'said as people say it' }));
  await gotoQuiet(reader, `${systemAddresses().url}/index`);
  await expect(reader.getByText(text).first()).toBeVisible();
  await expect(reader.getByText('ตัวอย่าง: ข้อความนี้ยังไม่เผยแพร่')).toHaveCount(0);
  await reader.close();
  return [{ title, by: 'both' }];
}

/** While joins are paused the page says so and a join is refused. The round goes on afterwards, and is cancelled. */
async function pauseAndCancel(day: Day): Promise<Logged[]> {
  const { first, second, phone, visitor, other } = day;
  const round = await openRound({ city: 'Noon', quota: '1000' });
  const before = await visitor.available();
  const join = { roundId: round.roundId, termsHash: round.termsHash };
  const joins = () =>
    visitor.client.call('POST /api/biz/crowdfund', { ...join, amount: CANCELLED[0], requestId: crypto.randomUUID() });
  await other.join(round, CANCELLED[1]);

  await first.goto(new URL('/limits', first.url()).href);
  const part = first.getByRole('listitem').filter({ hasText: 'Joining' });
  await part.getByRole('button', { name: 'Pause: Joining' }).click();
  const pause = { title: 'Pause a part of the system', reason: 'the plans are looked at' };
  await signAction(first, pause);
  await expect(first.getByRole('dialog', { name: pause.title }).getByText('It has taken effect')).toBeVisible();
  await first.keyboard.press('Escape');
  await expect(part.getByText(pause.reason)).toBeVisible();
  const says = phone.getByText('参与已暂停');
  await phone.goto(`${systemAddresses().url}/city?city=${round.cityId}`);
  await expect(says).toBeVisible();
  await expect(joins()).resolves.toMatchObject({ ok: false, error: 'joins-paused' });

  await part.getByRole('button', { name: 'Resume: Joining' }).click();
  const resume = { title: 'Resume a part of the system', reason: 'nothing was wrong' };
  await confirmProposal(second, await propose(first, resume));
  await phone.reload();
  await expect(phone.getByRole('button', { name: '参与铸造' })).toBeEnabled();
  await expect(says).toHaveCount(0);
  dataOf(await joins());
  expect(await visitor.available()).not.toBe(before);
  await cancelRound(day, round);
  expect(await visitor.available()).toBe(before);
  return [
    { title: pause.title, by: 'first' },
    { title: resume.title, by: 'both' },
    { title: 'Cancel a round', by: 'both' },
  ];
}

async function cancelRound({ first, second, phone }: Day, round: OpenRound): Promise<void> {
  await first.goto(new URL(`/rounds/${round.roundId}`, first.url()).href);
  await first.getByRole('button', { name: 'Cancel a round' }).click();
  const title = 'Cancel a round';
  await confirmProposal(second, await propose(first, { title, reason: 'the city is not ready' }));
  const { outcome, orders, totals } = await readSettlement(round.roundId);
  expect(outcome).toBe('cancelled');
  expect(orders).toHaveLength(2);
  await first.keyboard.press('Escape');
  const result = first.getByRole('region', { name: 'What it came to' });
  await expect(result).toBeVisible();
  expect(await shownAmounts(result)).toEqual(Object.values(totals).map((amount) => exact(amount)));
  await expect(first.getByText('the city is not ready')).toBeVisible();
  await checkAccessibility(first);
  await phone.reload();
  await expect(phone.getByText('已取消').first()).toBeVisible();
}

async function payOut({ first, second, phone, recipient }: Day): Promise<Logged[]> {
  await first.goto(new URL('/money', first.url()).href);
  const account = first.getByRole('listitem').filter({ hasText: 'Treasury' }).filter({ hasText: 'Left today' });
  await account.getByRole('button', { name: 'Pay the operator' }).click();
  const title = 'Pay the operator';
  const sheet = first.getByRole('dialog', { name: title });
  await sheet.getByLabel('Amount').fill(PAID);
  await sheet.getByLabel('Recipient').fill(recipient);
  await sheet.getByLabel('Purpose').fill('posters in three cities');
  await sheet.getByLabel('Hash of the document').fill(`0x${'5a'.repeat(32)}`);
  await checkAccessibility(first);
  await pressEnter(sheet.getByRole('button', { name: 'Preview the change' }));
  await confirmProposal(second, await propose(first, { title, reason: 'as agreed' }));
  await first.goto(new URL('/money?source=treasury', first.url()).href);
  const made = first.getByRole('table', { name: 'Payouts made' }).getByRole('row').nth(1);
  await expect(made).toContainText('posters in three cities');
  expect(await shownAmounts(made)).toEqual([PAID]);
  await phone.goto(`${systemAddresses().url}/proof`);
  const published = phone.getByRole('listitem').filter({ hasText: 'posters in three cities' });
  await expect(published.locator(`data[value="${PAID}"]`).first()).toBeVisible();
  return [{ title, by: 'both' }];
}

/** Returns the exact amounts that a part shows, in their order. */
function shownAmounts(part: ReturnType<Page['locator']>): Promise<(string | null)[]> {
  return part
    .locator('[data-value]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-value')));
}
