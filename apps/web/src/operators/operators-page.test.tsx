import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import {
  ANN,
  AT,
  BEN,
  confirmedEntry,
  loneEntry,
  rejectedEntry,
  SYSTEM,
  signedLogEntry,
} from '@city-mint/api-contract/operator-client/testing/signed-entries';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { DAY_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installVerifyWorker } from '#testing/install-worker.ts';
import { configOf } from '#testing/replies/config.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const LOG = 'GET /api/app/operatorLog';
const JU = 10n ** 18n;
const { actions: texts } = zh;

async function openLog(items: OperatorLogEntry[], nextCursor: string | null = null) {
  installVerifyWorker();
  const visitor = await prepareVisitor({ session: null });
  visitor.network.answer('GET /api/app/config', () => ({ ...configOf(Date.now()), vault: SYSTEM.vault }));
  visitor.network.reply(LOG, { items, nextCursor });
  return { ...visitor, ...(await visitor.open('/operatorLog')) };
}

test('each action is shown in the signed words with its signers', async () => {
  const { screen } = await openLog([await confirmedEntry(), await rejectedEntry(), await loneEntry()]);
  const list = await screen.findByRole('list', { name: texts.title });
  const [funded, rejected, paused] = within(list).getAllByRole('listitem');
  if (funded === undefined || rejected === undefined || paused === undefined) throw new Error('three entries');
  expect(within(funded).getByRole('heading', { name: texts.titles['reserve/fund'] })).toBeVisible();
  expect(within(funded).getAllByText('10')[0]).toBeVisible();
  expect(within(funded).getAllByText('for the new round')[0]).toBeVisible();
  expect(within(rejected).getByText('#31')).toBeVisible();
  expect(within(paused).getAllByText('joins')[0]).toBeVisible();
  const short = ({ address }: { address: string }) => `${address.slice(0, 6)}…${address.slice(-4)}`;
  expect(await within(funded).findByText(`${short(BEN)} 提议，${short(ANN)} 确认`)).toBeVisible();
  expect(await within(paused).findByText(`由 ${short(ANN)} 签名`)).toBeVisible();
  expect(screen.getByText('所示 3 条均与签名相符')).toBeVisible();
});

test('attack: an entry that a server changed is named, and counted above all', async () => {
  const entry = await confirmedEntry();
  const message = { ...entry.signed.message, amount: '1000' };
  const forged = { ...entry, signed: { ...entry.signed, message } };
  const { screen } = await openLog([forged, { ...(await loneEntry()), reason: 'as agreed' }, await rejectedEntry()]);
  expect(await screen.findByText('所示 3 条中有 2 条不符')).toBeVisible();
  expect(screen.getByText(`${texts.differs} · ${texts.faults['not-signed']}`)).toBeVisible();
  expect(screen.getByText(`${texts.differs} · 签名里的这一项不同：reason`)).toBeVisible();
});

test('the exact signed text and both signatures are one tap away', async () => {
  const entry = await confirmedEntry();
  const { screen, user } = await openLog([entry]);
  await user.click(await screen.findByText(texts.signedText));
  expect(screen.getByText(ANN.address)).toBeVisible();
  expect(screen.getByText(entry.signature)).toBeVisible();
  expect(screen.getByText(entry.proposed?.signature ?? '')).toBeVisible();
});

const PLAN = {
  ...{ city: 'Linz', phase: 1, firstOpensAt: AT, windowMs: 3_600_000, gapMs: 0, rounds: 3, growthBps: 1_000 },
  ...{ firstQuota: 1_000n * JU, minimum: JU, walletMaximum: 100n * JU, lateBps: 500, mintFeeBps: 100, lossBps: 300 },
  ...{ mintAmount: 5_000n * JU, firstStageBps: 4_000, secondStageBps: 3_000, thirdStageBps: 3_000 },
  ...{ secondStageDelayMs: DAY_MS, thirdStageDelayMs: 2 * DAY_MS, referralBps: 3_000, nodesBps: 2_000 },
  ...{ levelsBps: 2_000, treasuryBps: 1_000, reserveDrawBps: 5_000, compensationTimesBps: 20_000 },
};

/** Returns a plan that Ben proposed and Ann confirmed, so many minutes after the first one. */
function publishedPlan(minutes: number, changed: Partial<typeof PLAN> = {}): Promise<OperatorLogEntry> {
  const at = AT + minutes * MINUTE_MS;
  const of = {
    system: SYSTEM,
    logId: `${100 + minutes}`,
    at,
    account: ANN,
    key: 'POST /api/ops/plans/publish',
  } as const;
  const confirms = { id: `${minutes}`, by: BEN.address, reason: 'the next phase', account: BEN };
  return signedLogEntry({ ...of, fields: { ...PLAN, ...changed }, reason: 'as agreed', confirms });
}

/** Returns a plan that one operator signed. */
function proposedPlan(minutes: number, changed: Partial<typeof PLAN> = {}): Promise<OperatorLogEntry> {
  const of = { system: SYSTEM, logId: `${100 + minutes}`, at: AT + minutes * MINUTE_MS, account: ANN } as const;
  return signedLogEntry({ ...of, key: 'POST /api/ops/plans/publish', fields: { ...PLAN, ...changed }, reason: 'mine' });
}

function revocation(minutes: number): Promise<OperatorLogEntry> {
  const of = { system: SYSTEM, logId: `${100 + minutes}`, at: AT + minutes * MINUTE_MS, account: ANN } as const;
  return signedLogEntry({ ...of, key: 'POST /api/ops/plans/revoke', fields: { planId: '2' }, reason: 'a mistake' });
}

describe('a published plan is compared with the last one of its city', () => {
  const { plan } = texts;

  /** Opens the comparison of an entry, and with it what the server says of its city. */
  async function compare(entry: OperatorLogEntry, ofCity: readonly OperatorLogEntry[]) {
    const visitor = await openLog([entry]);
    visitor.network.answer(LOG, ({ subject }) => ({
      items: subject === 'plans Linz' ? [entry, ...ofCity] : [entry],
      nextCursor: null,
    }));
    await visitor.user.click(await visitor.screen.findByText(plan.title));
    return visitor.screen;
  }

  test('default: worse terms and better ones, as they were signed', async () => {
    const changed = { phase: 3, lossBps: 500, mintAmount: 6_000n * JU, walletMaximum: 0n, windowMs: 1_800_000 };
    const screen = await compare(await publishedPlan(30, changed), [
      await publishedPlan(20, { city: 'Graz', lossBps: 900 }),
      await publishedPlan(10, { phase: 2 }),
      await publishedPlan(0, { lossBps: 900 }),
    ]);
    await screen.findByText('3% → 5%');
    const { card, terms } = zh.rounds;
    const rowsOf = (title: string) =>
      [...(screen.getByRole('heading', { name: title }).parentElement?.querySelectorAll('dl > div') ?? [])].map(
        (row) => row.textContent,
      );
    expect(rowsOf(plan.worse)).toEqual([`${plan.window}1 小时 → 30 分钟`, `${terms.loss}3% → 5%`]);
    expect(rowsOf(plan.better)).toEqual([
      `${card.walletMaximum}100 JU → ${card.noMaximum}`,
      `${card.mints}5,000 FMC → 6,000 FMC`,
    ]);
    expect(screen.queryByText(plan.revoked)).toBeNull();
  });

  test('the first plan of a city says so', async () => {
    expect(await (await compare(await publishedPlan(10), [])).findByText(plan.first)).toBeVisible();
  });

  test('an equal plan says so', async () => {
    const screen = await compare(await publishedPlan(10, { phase: 2 }), [await publishedPlan(0)]);
    expect(await screen.findByText(plan.same)).toBeVisible();
  });

  test('a plan whose phase was published again was revoked, and is no reference', async () => {
    const bait = [await revocation(20), await publishedPlan(10, { phase: 2, lossBps: 9_000 })];
    const screen = await compare(await publishedPlan(30, { phase: 2, lossBps: 500 }), [
      ...bait,
      await publishedPlan(0),
    ]);
    expect(await screen.findByText('3% → 5%')).toBeVisible();
    expect(screen.getByText(plan.revoked)).toBeVisible();
  });

  test('a plan that may have been revoked says so', async () => {
    const bait = [await revocation(20), await publishedPlan(10, { phase: 2, lossBps: 9_000 })];
    const screen = await compare(await publishedPlan(30, { phase: 3, lossBps: 500 }), [
      ...bait,
      await publishedPlan(0),
    ]);
    expect(await screen.findByText('90% → 5%')).toBeVisible();
    expect(screen.getByText(plan.revoked)).toBeVisible();
  });

  test('attack: an earlier plan with another number is still the earlier one', async () => {
    const worse = { ...(await publishedPlan(0, { lossBps: 900 })), logId: '129' };
    const last = { ...(await publishedPlan(20, { phase: 2 })), logId: '101' };
    const screen = await compare(await publishedPlan(30, { phase: 3, lossBps: 500 }), [worse, last]);
    expect(await screen.findByText('3% → 5%')).toBeVisible();
  });

  test('attack: a plan that only its proposer signed is no reference', async () => {
    const proposal = await proposedPlan(20, { phase: 2, lossBps: 900 });
    const screen = await compare(await publishedPlan(30, { phase: 3, lossBps: 500 }), [
      proposal,
      await publishedPlan(0),
    ]);
    expect(await screen.findByText('3% → 5%')).toBeVisible();
  });

  test('attack: the plan itself with another number is no reference', async () => {
    const entry = await publishedPlan(30, { phase: 3, lossBps: 500 });
    const screen = await compare(entry, [{ ...entry, logId: '101' }, await publishedPlan(0)]);
    expect(await screen.findByText('3% → 5%')).toBeVisible();
  });

  test('attack: a last plan that no operator signed is not compared', async () => {
    const last = await publishedPlan(0);
    const forged = { ...last, signed: { ...last.signed, message: { ...last.signed.message, lossBps: '900' } } };
    const screen = await compare(await publishedPlan(30, { phase: 2, lossBps: 500 }), [forged]);
    expect(await screen.findByText(plan.unverified)).toBeVisible();
    expect(screen.queryByText(/ → /)).toBeNull();
  });

  test('attack: a plan that a server changed has no comparison', async () => {
    const entry = await publishedPlan(0);
    const message = { ...entry.signed.message, lossBps: '100' };
    const { screen } = await openLog([{ ...entry, signed: { ...entry.signed, message } }]);
    expect(await screen.findByText(`${texts.differs} · ${texts.faults['not-signed']}`)).toBeVisible();
    expect(screen.queryByText(plan.title)).toBeNull();
  });

  test('a plan of another release, without a figure, cannot be read', async () => {
    const { lossBps: _lossBps, ...other } = PLAN;
    const of = { system: SYSTEM, logId: '90', at: AT, account: ANN, key: 'POST /api/ops/plans/publish' } as const;
    const confirms = { id: '1', by: BEN.address, reason: 'old', account: BEN };
    const last = await signedLogEntry({ ...of, fields: other, reason: 'old', confirms });
    const screen = await compare(await publishedPlan(30, { phase: 2 }), [last]);
    expect(await screen.findByText(plan.unread)).toBeVisible();
  });
});

test('says that a build without a list of operators believes the addresses of the server', async () => {
  const { screen } = await openLog([await loneEntry()]);
  expect(await screen.findByText(texts.unlisted)).toBeVisible();
});

test('proposals and refused actions are marked; an unknown action has its name', async () => {
  const entry = await loneEntry();
  const { screen } = await openLog([
    { ...entry, action: 'propose pause', proposalId: '7' },
    { ...entry, logId: '70', action: 'refuse pause', subject: '', after: { refusal: 'nothing-changes' } },
    { ...entry, logId: '69', signed: { ...entry.signed, message: { ...entry.signed.message, action: 'old/one' } } },
  ]);
  expect(await screen.findByText(texts.outcomes.proposed)).toBeVisible();
  expect(screen.getByText(texts.outcomes.refused)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'old/one' })).toBeVisible();
});

test('an empty log says so', async () => {
  const { screen } = await openLog([]);
  expect(await screen.findByText(texts.none)).toBeVisible();
});

describe('the titles', () => {
  test('there is one for every action', () => {
    const names = [...Object.keys(operatorActions).map(actionName), 'proposals/reject'];
    expect(Object.keys(texts.titles).toSorted()).toEqual(names.toSorted());
  });
});
