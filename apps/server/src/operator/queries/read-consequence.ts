import type { OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { costOfFilling, isBelowPrice } from '@city-mint/domain/rounds/cost-of-filling';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { readPayoutAccount } from '#assets/payouts/queries.ts';
import { readDayUse } from '#assets/withdrawals/queries/day-use.ts';
import {
  countPendingWithdrawals,
  findWithdrawalById,
  readWithdrawalControls,
} from '#assets/withdrawals/queries/withdrawals.ts';
import { readBalances } from '#ledger/accounts/queries.ts';
import { countGrantsInAlarm } from '#miner/queries/grants.ts';
import { readMinedToday } from '#miner/queries/mining-days.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type Affected,
  readAffectedByPlan,
  readAffectedByRound,
  readAffectedByState,
} from '#rounds/offers/queries/affected.ts';
import { readReserve, readReserveCoverage } from '#rounds/reserve/queries.ts';
import { readHourPrice } from '#swap/prices/queries.ts';
import { readSwitch, type SystemPart } from '#switches/queries.ts';
import type { ActionFields, OperatorAction } from '../operator-action.ts';
import { countCurrentProposals } from '../store/actions.ts';
import { storedId } from '../wire.ts';
import { readBatch } from './read-batch.ts';

/** The figures that the declaration of an action lists, as texts. */
type FiguresOf<Key extends OperatorActionKey> = {
  readonly [Name in (typeof operatorActions)[Key]['consequence'][number]]: string;
};

/** The actions whose declaration lists figures. */
type LiveKey = {
  [Key in OperatorActionKey]: [(typeof operatorActions)[Key]['consequence'][number]] extends [never] ? never : Key;
}[OperatorActionKey];

/** Readers by endpoint; a declared action with figures and without a reader does not compile. */
type ConsequenceReaders = {
  readonly [Key in LiveKey]: (db: Database, fields: ActionFields<Key>) => Promise<FiguresOf<Key>>;
};

/** The states of rounds whose next step moves money. */
const PAYING: readonly RoundState[] = ['full', 'failed', 'settling', 'liquidating', 'cancelled', 'minted'];

const readers: ConsequenceReaders = {
  'POST /api/ops/operators/role': (db, { address }) => readProposals(db, address),
  'POST /api/ops/operators/remove': (db, { address }) => readProposals(db, address),
  'POST /api/ops/pause': (db, { part }) => readPart(db, part),
  async 'POST /api/ops/unpause'(db, { part }) {
    const [affected, { pausedSince }] = await Promise.all([readPart(db, part), readSwitch(db, part)]);
    return { ...affected, since: String(pausedSince?.getTime() ?? Date.now()) };
  },
  async 'POST /api/ops/limits/set'(db, { currency }) {
    const [withdrawn, withdrawals] = await Promise.all([readDayUse(db, currency), countWithdrawals(db)]);
    return { withdrawn: amountIn(currency, withdrawn), withdrawals: String(withdrawals) };
  },
  async 'POST /api/ops/reserve/fund'(db) {
    const { balance, rounds } = await readReserveCoverage(db);
    const loss = sumAmounts(rounds.map(({ maximumLoss }) => maximumLoss));
    return { rounds: String(rounds.length), loss: amountIn('JU', loss), balance: amountIn('JU', balance) };
  },
  async 'POST /api/ops/reserve/cap'(db, { cap }) {
    const { balance } = await readReserve(db);
    const excess = balance > cap ? tokenAmount(balance - cap) : ZERO;
    return { balance: amountIn('JU', balance), excess: amountIn('JU', excess) };
  },
  async 'POST /api/ops/plans/publish'(db, { rounds, firstOpensAt, firstQuota, ...terms }) {
    const bargain = await readBargain(db, costOfFilling({ firstQuota, terms }));
    return { rounds: String(rounds), opensAt: String(firstOpensAt), ...bargain };
  },
  async 'POST /api/ops/plans/revoke'(db, fields) {
    const { rounds } = await readAffectedByPlan(db, { planId: storedId(fields.planId), states: ['scheduled'] });
    return { rounds: String(rounds) };
  },
  async 'POST /api/ops/plans/end'(db, fields) {
    const states: readonly RoundState[] = ['scheduled', 'open', 'full'];
    const affected = await readAffectedByPlan(db, { planId: storedId(fields.planId), states });
    return { rounds: String(affected.rounds), ...ordersOf(affected) };
  },
  'POST /api/ops/rounds/suspend': (db, { roundId }) => readRound(db, roundId),
  'POST /api/ops/rounds/cancel': (db, { roundId }) => readRound(db, roundId),
  'POST /api/ops/rounds/resume': (db, { roundId }) => readRound(db, roundId),
  async 'POST /api/ops/withdrawals/approve'(db, { withdrawalId }) {
    const { amount } = await readWithdrawal(db, withdrawalId);
    return { amount, withdrawals: String(await countOthers(db)) };
  },
  async 'POST /api/ops/withdrawals/reject'(db, { withdrawalId }) {
    const { amount } = await readWithdrawal(db, withdrawalId);
    return { amount, withdrawals: String(await countOthers(db)) };
  },
  'POST /api/ops/withdrawals/cancel': (db, { withdrawalId }) => readWithdrawal(db, withdrawalId),
  async 'POST /api/ops/payouts/pay'(db, { source, amount }) {
    const { left } = await readPayoutAccount(db, source);
    const rest = left > amount ? tokenAmount(left - amount) : ZERO;
    return { amount: amountIn('JU', amount), left: amountIn('JU', rest) };
  },
  async 'POST /api/ops/payouts/addRecipient'(db) {
    const { holdHours } = await readWithdrawalControls(db, 'JU');
    return { hours: String(holdHours) };
  },
  async 'POST /api/ops/mining/set'(db) {
    const { machines } = await readMinedToday(db);
    return { machines: String(machines) };
  },
  async 'POST /api/ops/pools/set'(db) {
    const [nodes, levels] = await readBalances(db, [
      { kind: 'nodes', currency: 'JU', owner: 0n },
      { kind: 'levels', currency: 'JU', owner: 0n },
    ]);
    return { nodes: amountIn('JU', nodes ?? ZERO), levels: amountIn('JU', levels ?? ZERO) };
  },
  async 'POST /api/ops/grants/release'(db) {
    return { alarms: String(await countGrantsInAlarm(db)) };
  },
  'POST /api/ops/chain/book': (db, { payments, against }) => readBatch(db, { lines: payments, against }),
};

/**
 * Returns the figures of an action's consequence, as they are now; empty for an action that has none. They are read
 * outside the transaction that tries the action, because the operator only reads them: the signature does not cover
 * them.
 */
export async function readConsequence(db: Database, action: OperatorAction): Promise<Readonly<Record<string, string>>> {
  return isLive(action) ? readLive(db, action) : {};
}

function isLive(action: OperatorAction): action is OperatorAction<LiveKey> {
  return Object.hasOwn(readers, action.key);
}

function readLive<Key extends LiveKey>(db: Database, { key, fields }: OperatorAction<Key>): Promise<FiguresOf<Key>> {
  return readers[key](db, fields);
}

function amountIn(currency: Currency, amount: bigint): string {
  return `${formatAmount(amount)} ${currency}`;
}

async function readProposals(db: Database, operator: string): Promise<{ readonly proposals: string }> {
  return { proposals: String(await countCurrentProposals(db, { operator, own: true })) };
}

/** The rounds and withdrawals that wait while a part is paused; 0 where the part delays none. */
async function readPart(db: Database, part: SystemPart): Promise<FiguresOf<'POST /api/ops/pause'>> {
  const states: Partial<Record<SystemPart, readonly RoundState[]>> = { joins: ['open'], settlement: PAYING };
  const [{ rounds, wallets }, withdrawals] = await Promise.all([
    readAffectedByState(db, states[part] ?? []),
    part === 'withdrawals' ? countWithdrawals(db, 'all') : 0,
  ]);
  return { part, rounds: String(rounds), wallets: String(wallets), withdrawals: String(withdrawals) };
}

/** Withdrawals that wait for an approval, or `all` that are neither paid nor returned. */
async function countWithdrawals(db: Database, which: 'all' | 'requested' = 'requested'): Promise<number> {
  const pending = await countPendingWithdrawals(db);
  return pending
    .filter(({ state }) => which === 'all' || state === which)
    .reduce((total, { count }) => total + count, 0);
}

/** Waiting withdrawals besides the one that the action decides. */
async function countOthers(db: Database): Promise<number> {
  return Math.max((await countWithdrawals(db)) - 1, 0);
}

/** Whether the FMC of a plan costs less than the pool's, by the mean of the last hour; `unknown` without a price. */
async function readBargain(db: Database, cost: TokenAmount) {
  const { juPerFmc, text } = await readHourPrice(db);
  const figures = { cost: amountIn('JU', cost), price: `${text ?? '0'} JU` };
  if (juPerFmc === null) return { bargain: 'unknown', ...figures };
  return { bargain: isBelowPrice(cost, juPerFmc) ? 'yes' : 'no', ...figures };
}

async function readRound(db: Database, roundId: string) {
  return ordersOf(await readAffectedByRound(db, storedId(roundId)));
}

function ordersOf({ orders, wallets, held }: Affected) {
  return { orders: String(orders), wallets: String(wallets), held: amountIn('JU', held) };
}

async function readWithdrawal(db: Database, id: string): Promise<{ readonly amount: string; readonly state: string }> {
  const withdrawal = await findWithdrawalById(db, storedId(id));
  if (withdrawal === undefined) throw new Error(`there is no withdrawal ${id}`);
  return { amount: `${formatAmount(withdrawal.amount)} ${withdrawal.currency}`, state: withdrawal.state };
}
