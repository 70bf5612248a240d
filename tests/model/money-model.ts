import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { type AutoMintChange, type AutoMintState, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import { decideAutoMint } from '@city-mint/domain/rounds/decide-auto-mint';
import { decideJoin, type JoinDecision, type JoinRound } from '@city-mint/domain/rounds/decide-join';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import type { Terms } from '@city-mint/domain/rounds/terms';

export type ModelUser = {
  readonly id: bigint;
  readonly inviter: ModelUser | null;
  /** Whether an order of the user was settled, which qualifies them as an inviter. */
  isQualified: boolean;
  autoMint: AutoMintState;
  /** Position in the auto-mint queue; null while auto-mint is off. */
  queuePosition: number | null;
  failedRounds: number;
};

export type ModelOrder = {
  readonly user: ModelUser;
  readonly amount: TokenAmount;
  readonly rank: number;
  /** The user's queue position when auto-mint joined; null for a join by the user. */
  readonly queuePosition: number | null;
  /** FMC of the second and third stage that is not paid yet. */
  unpaidStages: TokenAmount;
};

export type ModelRound = {
  readonly id: bigint;
  readonly terms: Terms;
  readonly termsHash: string;
  state: RoundState;
  filled: TokenAmount;
  readonly orders: ModelOrder[];
};

export type ModelCity = {
  readonly name: string;
  plan: PhasePlan | null;
  rounds: ModelRound[];
};

/** The expected state of the ledger, computed only with the domain's rules. */
export type MoneyModel = {
  /** By account id. */
  readonly balances: Map<bigint, bigint>;
  readonly users: readonly ModelUser[];
  readonly cities: readonly ModelCity[];
  readonly reserveCap: TokenAmount;
  lastQueuePosition: number;
};

export const systemAccount = (kind: Account['kind'], currency: Account['currency'] = 'JU'): Account => ({
  kind,
  currency,
  owner: 0n,
});
export const availableOf = (user: ModelUser, currency: Account['currency'] = 'JU'): Account => ({
  kind: 'available',
  currency,
  owner: user.id,
});
export const withdrawingOf = (user: ModelUser, currency: Account['currency']): Account => ({
  kind: 'withdrawing',
  currency,
  owner: user.id,
});
export const ofRound = (round: ModelRound, kind: 'escrow' | 'fees' | 'vesting'): Account => ({
  kind,
  currency: kind === 'vesting' ? 'FMC' : 'JU',
  owner: round.id,
});

export function balanceOf({ balances }: MoneyModel, account: Account): TokenAmount {
  return tokenAmount(balances.get(accountId(account)) ?? 0n);
}

/** Posts a transfer in the model; throws when an account other than custody would become negative. */
export function move(model: MoneyModel, [from, to]: readonly [Account, Account], amount: bigint): void {
  const debit = (model.balances.get(accountId(from)) ?? 0n) - amount;
  if (debit < 0n && from.kind !== 'custody') throw new Error(`the model overdraws ${from.kind} of ${from.owner}`);
  model.balances.set(accountId(from), debit);
  model.balances.set(accountId(to), (model.balances.get(accountId(to)) ?? 0n) + amount);
}

/** Returns the latest round of a city. */
export function lastRound(city: ModelCity): ModelRound | undefined {
  return city.rounds.at(-1);
}

type Join = { readonly amount: TokenAmount; readonly consented: boolean; readonly termsHash: string };

/** Applies a join to the model; returns the domain's decision (docs/money-rules.md#4-join). */
export function joinInModel(
  model: MoneyModel,
  [round, user]: readonly [ModelRound, ModelUser],
  join: Join,
): JoinDecision {
  const alreadyJoined = tokenAmount(
    round.orders.filter((order) => order.user === user).reduce((sum, { amount }) => sum + amount, 0n),
  );
  const available = balanceOf(model, availableOf(user));
  const decision = decideJoin(toJoinRound(round), { ...join, alreadyJoined, available });
  if (decision.ok) {
    addOrder(model, round, { user, amount: decision.accepted, rank: decision.rank, queuePosition: null });
  }
  return decision;
}

function toJoinRound({ terms, state, filled, orders, termsHash }: ModelRound): JoinRound {
  const clock = { now: 1, opensAt: 0, closesAt: 2 };
  return { ...terms, ...clock, state, paused: false, termsHash, filled, orders: orders.length };
}

function addOrder(model: MoneyModel, round: ModelRound, order: Omit<ModelOrder, 'unpaidStages'>): void {
  move(model, [availableOf(order.user), ofRound(round, 'escrow')], order.amount);
  round.orders.push({ ...order, unpaidStages: ZERO });
  round.filled = tokenAmount(round.filled + order.amount);
  if (round.filled === round.terms.quota) round.state = 'full';
}

/** Opens a round, which auto-mint joins first, in the order of its queue (docs/money-rules.md#4-join). */
export function openInModel(model: MoneyModel, city: ModelCity, round: ModelRound): void {
  city.rounds.push(round);
  round.state = 'open';
  const queue = model.users
    .filter(({ queuePosition }) => queuePosition !== null)
    .toSorted((a, b) => (a.queuePosition ?? 0) - (b.queuePosition ?? 0));
  for (const user of queue) {
    const { failedRounds, autoMint } = user;
    const userState = {
      consented: true,
      alreadyJoined: ZERO,
      available: balanceOf(model, availableOf(user)),
      failedRounds,
      unsettledOrders: countUnsettledOrders(model, user),
    };
    const decision = decideAutoMint(toJoinRound(round), userState, autoMint);
    if (decision.kind === 'turned-off') turnOff(user);
    if (decision.kind === 'joined') {
      const { queuePosition } = user;
      addOrder(model, round, { user, amount: decision.accepted, rank: decision.rank, queuePosition });
    }
  }
}

/** Counts a user's orders by auto-mint in rounds that are not settled. */
function countUnsettledOrders({ cities }: MoneyModel, user: ModelUser): number {
  const unsettled = cities
    .flatMap(({ rounds }) => rounds)
    .filter(({ state }) => state !== 'minted' && state !== 'ended');
  const orders = unsettled.flatMap((round) => round.orders);
  return orders.filter((order) => order.user === user && order.queuePosition !== null).length;
}

/** Counts a failed round as a loss for users whom auto-mint joined, unless they have restarted it since. */
export function countLossesInModel({ orders }: ModelRound): void {
  for (const { user, queuePosition } of orders) {
    if (queuePosition === null || user.queuePosition !== queuePosition) continue;
    user.failedRounds += 1;
    const { stopAfterLosses } = user.autoMint;
    if (stopAfterLosses > 0 && user.failedRounds >= stopAfterLosses) turnOff(user);
  }
}

function turnOff(user: ModelUser): void {
  user.autoMint = { ...user.autoMint, enabled: false, version: user.autoMint.version + 1 };
  user.queuePosition = null;
}

/** Applies a change of auto-mint settings to the model; returns the domain's decision. */
export function changeInModel(
  model: MoneyModel,
  user: ModelUser,
  { change, consented }: { change: AutoMintChange; consented: boolean },
) {
  const decision = changeAutoMint(user.autoMint, change, { consented, isConfirmed: true });
  if (decision.kind !== 'changed') return decision;
  user.autoMint = { ...decision.settings, version: user.autoMint.version + 1 };
  if (decision.turned === 'off') user.queuePosition = null;
  if (decision.turned === 'on') {
    model.lastQueuePosition += 1;
    user.queuePosition = model.lastQueuePosition;
    user.failedRounds = 0;
  }
  return decision;
}
