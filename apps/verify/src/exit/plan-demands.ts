import { callOf, demandCall, type ExitCall } from './calldata.ts';
import { isSameRoot } from './find-anchored.ts';
import type { ExitState, TokenState } from './read-exit-state.ts';
import { type ExitStatement, type StatedTree, tokensOf } from './read-statement.ts';

/** The account's open or possible demand of a currency, and the payments that wait for it; base units. */
export type DemandPart = {
  readonly currency: 'JU' | 'FMC';
  /** A demand that is not paid in full. */
  readonly open: OpenDemand | null;
  /** A demand that the account can make; null while one is open. */
  readonly possible: PossibleDemand | null;
  readonly collectable: bigint;
  /** Null: nothing is collectable. */
  readonly collect: ExitCall | null;
};

export type OpenDemand = {
  readonly due: bigint;
  /** When it was made, and from when the exit can begin because of it; seconds. */
  readonly demandedAt: bigint;
  readonly beginsAt: bigint;
  /** Why the exit cannot begin because of it: its time has not come, or it is paid in pieces as the cap refills. */
  readonly waits: 'time' | 'cap' | null;
  /** Null: the exit cannot begin because of it yet. */
  readonly beginFor: ExitCall | null;
};

export type PossibleDemand = {
  /** Of the root to which the leaves lead; zero: no leaves, so deposits less withdrawals. */
  readonly epoch: bigint;
  /** The sum of the leaves, the part of it in rounds, and the vault's counters since. */
  readonly stated: bigint;
  readonly locked: bigint;
  readonly depositedSince: bigint;
  readonly withdrawnSince: bigint;
  /** The amount that the contract takes from these. */
  readonly amount: bigint;
  readonly demand: ExitCall;
};

/**
 * Returns the steps of an account beside the exit, for each currency that has some. Nothing is demanded once the exit
 * has begun or anyone can begin it. Collected money goes to `to`.
 */
export function planDemands(statement: ExitStatement, state: ExitState, to: string): DemandPart[] {
  return tokensOf(statement).flatMap(({ currency, token }) => {
    const present = state.tokens.get(token);
    if (present === undefined) return [];
    const { due, collectable } = present.demand;
    const open = due === 0n || state.begunAt !== 0n ? null : openDemand(present, { ...statement, ...state, token });
    const isOffered = due === 0n && state.begunAt === 0n && !state.canBegin;
    const tree = statement.trees.find((stated) => stated.token === token);
    const possible = isOffered ? possibleDemand(tree, { present, token, exit: statement.exit }) : null;
    const collect = collectable === 0n ? null : { to: statement.vault, data: callOf('collect', token, to) };
    const isEmpty = open === null && possible === null && collect === null;
    return isEmpty ? [] : [{ currency, open, possible, collectable, collect }];
  });
}

type Where = Pick<ExitStatement, 'exit' | 'account'> & Pick<ExitState, 'time' | 'patience'> & { token: string };

function openDemand({ demand }: TokenState, { exit, account, token, time, patience }: Where): OpenDemand {
  const { due, demandedAt, canBegin } = demand;
  const times = { due, demandedAt, beginsAt: demandedAt + patience };
  if (canBegin) return { ...times, waits: null, beginFor: { to: exit, data: callOf('beginFor', account, token) } };
  return { ...times, waits: time < times.beginsAt ? 'time' : 'cap', beginFor: null };
}

/** As Exit computes a demand; null: it would refuse it. */
function possibleDemand(
  tree: StatedTree | undefined,
  { present, token, exit }: { readonly present: TokenState; readonly token: string; readonly exit: string },
): PossibleDemand | null {
  const leaves = tree?.leaves ?? [];
  const leaf = leaves[0]?.leaf;
  const epoch = tree === undefined || leaf === undefined ? 0n : epochOf(tree, present);
  if (epoch === undefined) return null;
  const stated = leaf === undefined ? 0n : (tree?.owed ?? 0n);
  const locked = leaf?.locked ?? 0n;
  const depositedSince = present.deposited - (leaf?.deposited ?? 0n);
  const withdrawnSince = present.withdrawn - (leaf?.withdrawn ?? 0n);
  const amount = stated - locked + depositedSince - withdrawnSince;
  if (amount <= 0n) return null;
  const demand = { to: exit, data: demandCall({ token, epoch, leaves }) };
  return { epoch, stated, locked, depositedSince, withdrawnSince, amount, demand };
}

function epochOf(tree: StatedTree, { anchored }: TokenState): bigint | undefined {
  return anchored.find((root) => isSameRoot(root, tree))?.epoch;
}
