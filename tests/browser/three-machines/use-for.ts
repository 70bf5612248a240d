import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { countPayments } from '../../faults/count-payments.ts';
import { openRound } from '../system/open-round.ts';
import { fundedKey, type Participant, signInParticipant } from '../system/participant.ts';
import { readSettlement } from '../system/read-settlement.ts';
import { untilDecided } from './answers.ts';
import { primaryUrl, tryOut } from './machines.ts';
import { asOwner, FRONTS, readMetrics } from './processes.ts';
import { FILLING, joinShortRounds, publishShortRounds, type ShortRound, settledRounds } from './short-rounds.ts';
import { findWrongWithdrawals, type WithdrawalBook, withdrawUntil } from './withdrawals.ts';

const CALLERS = 40;
const WITHDRAWERS = 4;
/** After the last kill, until everything runs again and every step that was due is done. */
const CALM_MS = 30_000;
/** The smallest order, of which each caller's balance is enough for 500. */
const AMOUNT = '10';
const JOINS_EACH = 480;

/** The answers to joins, by the id of their request, and the milliseconds that each answer took. */
type Book = { readonly acknowledged: string[]; readonly refused: string[]; readonly tookMs: number[] };

/** What happens while the system is used: it resolves when the users stop. */
type Meanwhile<Result> = (until: number, book: Pick<Book, 'tookMs'>) => Promise<Result>;

/**
 * Users join and withdraw for so many minutes, and rounds settle. Then every acknowledged call has taken effect once,
 * rounds are settled as the domain computes them, and the journal and the ledger verify. Returns the result of
 * `meanwhile`.
 */
export async function useFor<Result>(minutes: number, meanwhile: Meanwhile<Result>): Promise<Result> {
  const round = await openRound({ city: 'Trial', quota: '1000000', windowMs: 24 * 3_600_000 });
  // One in two minutes, at least two.
  const count = Math.max(2, Math.floor(minutes / 2));
  const shortRounds = await publishShortRounds(count, (minutes * 60_000) / count);
  const keys = Array.from({ length: CALLERS + WITHDRAWERS + FILLING }, (_, index) => fundedKey(index));
  const people = await Promise.all(keys.map((key) => signInParticipant(key)));
  const book: Book = { acknowledged: [], refused: [], tookMs: [] };
  const withdrawals: WithdrawalBook = { acknowledged: [], refused: [] };
  let isOver = false;
  const calls = { isOver: () => isOver };
  const everyMs = Math.max(1_000, ((minutes + 1) * 60_000) / JOINS_EACH);
  const calling = [
    ...people.slice(0, CALLERS).map((caller) => joinUntil(caller, { round, book, everyMs, ...calls })),
    ...people.slice(-WITHDRAWERS).map((caller) => withdrawUntil(caller, { book: withdrawals, ...calls })),
  ];
  const joining = joinShortRounds(people.slice(CALLERS, CALLERS + FILLING), shortRounds);
  let result: Result;
  try {
    result = await meanwhile(Date.now() + minutes * 60_000, book);
    await sleep(CALM_MS);
  } finally {
    isOver = true;
  }
  const acknowledged = [...book.acknowledged, ...(await joining)];
  await Promise.all(calling);
  console.log(JSON.stringify({ joins: acknowledged.length, withdrawals: withdrawals.acknowledged.length }));
  expect(book.refused).toEqual([]);
  expect(withdrawals.refused).toEqual([]);
  await verifyAll({ acknowledged, withdrawals, shortRounds });
  return result;
}

type Done = {
  readonly acknowledged: readonly string[];
  readonly withdrawals: WithdrawalBook;
  readonly shortRounds: readonly ShortRound[];
};

async function verifyAll({ acknowledged, withdrawals, shortRounds }: Done): Promise<void> {
  const owner = createDatabase({ url: await primaryUrl(), maxConnections: 2 });
  try {
    await expectJoins(owner, acknowledged);
    await expectWithdrawals(owner, withdrawals);
    await expectSettlements(owner, shortRounds);
    await expectStandbyReads();
  } finally {
    await owner.destroy();
  }
  const password = await tryOut('secret', 'superuser');
  for (const part of ['verify-journal', 'verify-ledger']) console.log(await tryOut(...asOwner(password, part)));
}

type Calling = {
  readonly round: { readonly roundId: string; readonly termsHash: string };
  readonly book: Book;
  readonly everyMs: number;
  readonly isOver: () => boolean;
};

/** Joins again and again; a join without an answer is repeated under its id until it has one. */
async function joinUntil({ client }: Participant, { round, book, everyMs, isOver }: Calling): Promise<void> {
  while (!isOver()) {
    const requestId = crypto.randomUUID();
    const request = { roundId: round.roundId, amount: AMOUNT, termsHash: round.termsHash, requestId };
    const startedAt = performance.now();
    const answer = await untilDecided(() => client.call('POST /api/biz/crowdfund', request));
    book.tookMs.push(performance.now() - startedAt);
    if (answer.ok) book.acknowledged.push(requestId);
    else book.refused.push(`${answer.error} ${answer.msg}`);
    await sleep(everyMs);
  }
}

/** Each acknowledged join is one order, and no request led to a second. */
async function expectJoins(owner: Database, acknowledged: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; count: number }>`
    select request_id::text as id, count(*)::int as count from mint_order group by request_id`.execute(owner);
  const orders = new Map(rows.map(({ id, count }) => [id, count]));
  expect(acknowledged.filter((id) => !orders.has(id))).toEqual([]);
  expect(rows.filter(({ count }) => count > 1)).toEqual([]);
}

/** Since the apis were last started, standbys have answered some of their reads. */
async function expectStandbyReads(): Promise<void> {
  const answered = FRONTS.map(async (machine) => {
    const metrics = await readMetrics(machine, 'api');
    return Number(/city_mint_reads_total\{answered_by="standby",.*\} (\d+)/.exec(metrics)?.[1] ?? 0);
  });
  const reads = await Promise.all(answered);
  console.log(`reads of standbys: ${reads.join(', ')}`);
  expect(Math.max(...reads)).toBeGreaterThan(0);
}

/** Each acknowledged withdrawal is frozen once; each that was sent is paid once on chain, and booked once. */
async function expectWithdrawals(owner: Database, { acknowledged }: WithdrawalBook): Promise<void> {
  const sent = acknowledged.filter((withdrawn) => withdrawn.sent !== undefined);
  expect(sent.length).toBeGreaterThan(0);
  // A payment is booked once its block is final and an indexer has read it.
  await expect.poll(() => findWrongWithdrawals(owner, acknowledged), { intervals: [1_000] }).toEqual([]);
  console.log(JSON.stringify({ withdrawals: acknowledged.length, sent: sent.length }));
  // Broken twins: a withdrawal that no caller knows, and one that was not paid.
  const [one, ...others] = acknowledged;
  if (one === undefined) throw new Error('no withdrawal');
  expect(await findWrongWithdrawals(owner, [...others, { ...one, requestId: crypto.randomUUID() }])).toHaveLength(3);
  const unpaid = `0x${'1'.repeat(64)}` as const;
  expect(await findWrongWithdrawals(owner, [...others, { ...one, sent: unpaid }])).not.toEqual([]);
}

/** Each short round is settled, paid and published as the domain computes it. */
async function expectSettlements(owner: Database, rounds: readonly ShortRound[]): Promise<void> {
  await expect
    .poll(async () => (await settledRounds(owner, rounds)).length, { intervals: [1_000] })
    .toBe(rounds.length);
  const settled = await settledRounds(owner, rounds);
  const payments = await countPayments(owner, settled);
  console.log(JSON.stringify(payments));
  expect(payments).toMatchObject({ wrong: 0, repeated: 0, unbalanced: 0 });
  const filled = rounds.filter(({ orders }) => orders === FILLING).length;
  expect(payments).toMatchObject({ minted: filled, failed: rounds.length - filled });
  for (const id of settled) await readSettlement(id);
}
