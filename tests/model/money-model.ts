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
  /** Has had an order settled, so that as an inviter he is rewarded. */
  isQualified: boolean;
  autoMint: AutoMintState;
  /** Place among those who have it on; null while it is off. */
  turn: number | null;
  failedRounds: number;
};

export type ModelOrder = {
  readonly user: ModelUser;
  readonly amount: TokenAmount;
  readonly rank: number;
  /** The user's turn as auto-mint joined it; null for one of his own. */
  readonly turn: number | null;
  /** FMC of the second and third stage that is not paid yet. */
  waiting: TokenAmount;
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

/** Everything that the ledger should know, kept by the rules of the domain alone. */
export type MoneyModel = {
  /** By account id. */
  readonly balances: Map<bigint, bigint>;
  readonly users: readonly ModelUser[];
  readonly cities: readonly ModelCity[];
  readonly reserveCap: TokenAmount;
  turns: number;
};

export const house = (kind: Account['kind'], currency: Account['currency'] = 'JU'): Account => ({
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

/** Moves money in the model. Throws when an account but custody would go below zero. */
export function move(model: MoneyModel, [from, to]: readonly [Account, Account], amount: bigint): void {
  const debit = (model.balances.get(accountId(from)) ?? 0n) - amount;
  if (debit < 0n && from.kind !== 'custody') throw new Error(`the model overdraws ${from.kind} of ${from.owner}`);
  model.balances.set(accountId(from), debit);
  model.balances.set(accountId(to), (model.balances.get(accountId(to)) ?? 0n) + amount);
}

/** The round that a city shows last. */
export function lastRound(city: ModelCity): ModelRound | undefined {
  return city.rounds.at(-1);
}

type Join = { readonly amount: TokenAmount; readonly consented: boolean; readonly termsHash: string };

/** What a join comes to, and its effect. rules.md section 4. */
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
  if (decision.ok) takeOrder(model, round, { user, amount: decision.accepted, rank: decision.rank, turn: null });
  return decision;
}

function toJoinRound({ terms, state, filled, orders, termsHash }: ModelRound): JoinRound {
  const clock = { now: 1, opensAt: 0, closesAt: 2 };
  return { ...terms, ...clock, state, paused: false, termsHash, filled, orders: orders.length };
}

function takeOrder(model: MoneyModel, round: ModelRound, order: Omit<ModelOrder, 'waiting'>): void {
  move(model, [availableOf(order.user), ofRound(round, 'escrow')], order.amount);
  round.orders.push({ ...order, waiting: ZERO });
  round.filled = tokenAmount(round.filled + order.amount);
  if (round.filled === round.terms.quota) round.state = 'full';
}

/** Opens a round: auto-mint first, in turn. rules.md section 4. */
export function openInModel(model: MoneyModel, city: ModelCity, round: ModelRound): void {
  city.rounds.push(round);
  round.state = 'open';
  const inTurn = model.users.filter(({ turn }) => turn !== null).toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
  for (const user of inTurn) {
    const { failedRounds, autoMint } = user;
    const standing = {
      consented: true,
      alreadyJoined: ZERO,
      available: balanceOf(model, availableOf(user)),
      failedRounds,
    };
    const decision = decideAutoMint(toJoinRound(round), standing, autoMint);
    if (decision.kind === 'turned-off') turnOff(user);
    if (decision.kind === 'joined') {
      takeOrder(model, round, { user, amount: decision.accepted, rank: decision.rank, turn: user.turn });
    }
  }
}

/** Counts a failed round against those whom auto-mint joined, since they turned it on. */
export function countLossesInModel({ orders }: ModelRound): void {
  for (const { user, turn } of orders) {
    if (turn === null || user.turn !== turn) continue;
    user.failedRounds += 1;
    const { stopAfterLosses } = user.autoMint;
    if (stopAfterLosses > 0 && user.failedRounds >= stopAfterLosses) turnOff(user);
  }
}

function turnOff(user: ModelUser): void {
  user.autoMint = { ...user.autoMint, enabled: false, version: user.autoMint.version + 1 };
  user.turn = null;
}

/** What a change of settings comes to, and its effect. */
export function changeInModel(
  model: MoneyModel,
  user: ModelUser,
  { change, consented }: { change: AutoMintChange; consented: boolean },
) {
  const decision = changeAutoMint(user.autoMint, change, { consented });
  if (decision.kind !== 'changed') return decision;
  user.autoMint = { ...decision.settings, version: user.autoMint.version + 1 };
  if (decision.turned === 'off') user.turn = null;
  if (decision.turned === 'on') {
    model.turns += 1;
    user.turn = model.turns;
    user.failedRounds = 0;
  }
  return decision;
}
