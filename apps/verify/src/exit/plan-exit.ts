import { ContractUnread } from '../ask-nodes.ts';
import { Disagreement, Unverified } from '../disagreement.ts';
import { callOf, type ExitCall, redeemCall } from './calldata.ts';
import { type ExitRoot, isSameRoot } from './find-anchored.ts';
import { missingTree } from './find-leaves.ts';
import { type DemandPart, planDemands } from './plan-demands.ts';
import type { ExitState, TokenState } from './read-exit-state.ts';
import { type ExitStatement, type StatedTree, tokensOf } from './read-statement.ts';

/** The account's part in one currency; base units. */
export type ExitPart = {
  readonly currency: 'JU' | 'FMC';
  /** `redeemed`: the account redeemed it before; `nothing`: nothing is owed. */
  readonly kind: 'owed' | 'redeemed' | 'nothing';
  /** The sum of the leaves, and the vault's counters since. */
  readonly stated: bigint;
  readonly depositedSince: bigint;
  readonly withdrawnSince: bigint;
  /** What may be redeemed; less than the claim if the vault holds less than it owes. */
  readonly claim: bigint;
  readonly pays: bigint;
  /** Null for a part that cannot be redeemed. */
  readonly redeem: ExitCall | null;
};

/**
 * `begun`: redeem; `due`: anyone begins it now; `demanded`: anyone begins it now because of the account's demand;
 * `closed`: withdrawals and roots come, and the exit waits.
 */
export type ExitPlan = {
  readonly kind: 'begun' | 'due' | 'demanded' | 'closed';
  /** When it began, or the earliest time at which it can begin; seconds. */
  readonly at: bigint;
  readonly begin: ExitCall;
  readonly parts: readonly ExitPart[];
  /** The trees that pay and of which the statement has no leaves. */
  readonly missing: readonly (ExitRoot & Pick<ExitPart, 'currency'>)[];
  /** Of the currencies in which there is something to demand, to wait for or to collect. */
  readonly demands: readonly DemandPart[];
};

/**
 * Returns the possible steps of an account with a statement. Throws a Disagreement if the contract pays by another root
 * than the statement's, a ContractUnread if the contract does not have that root yet, and an Unverified for a statement
 * without leaves. An older root of the contract, or no leaves, are enough for an account that demands or collects.
 */
export function planExit(statement: ExitStatement, state: ExitState, to = statement.account): ExitPlan {
  const demands = planDemands(statement, state, to);
  const trees = statement.trees.filter((tree) => !isOlder(tree, state) || demands.length === 0);
  const missing = missingOf({ ...statement, trees }, state);
  if (demands.length === 0 && missing.length > 0 && trees.every(({ root }) => BigInt(root) === 0n)) {
    const roots = missing.map(({ currency, root }) => `${currency} ${root}`).join(', ');
    const message = missing.map(({ currency, ...root }) => missingTree(currency, root)).join('; ');
    throw new Unverified(message, 'missingTrees', { roots });
  }
  const parts = trees.map((tree) => {
    const token = stateOf(tree, state);
    compareRoots(tree, token, state.begunAt !== 0n);
    return partOf(tree, token, { exit: statement.exit, to });
  });
  const steps = { begin: { to: statement.exit, data: callOf('begin') }, parts, missing, demands };
  if (state.begunAt !== 0n) return { kind: 'begun', at: state.begunAt, ...steps };
  if (state.canBegin) return { kind: 'due', at: state.time, ...steps };
  if (demands.some(({ open }) => open?.waits === null)) return { kind: 'demanded', at: state.time, ...steps };
  return { kind: 'closed', at: earliest(state), ...steps };
}

function stateOf({ currency, token }: StatedTree, { tokens }: ExitState): TokenState {
  const state = tokens.get(token);
  if (state === undefined) throw new RangeError(`${currency} was not read`);
  return state;
}

/** Whether a tree is a former one of the contract, or one without leaves, which proves nothing. */
function isOlder(tree: StatedTree, state: ExitState): boolean {
  const { paying, anchored } = stateOf(tree, state);
  if (tree.block >= paying.block) return false;
  return tree.leaves.length === 0 || anchored.some((root) => isSameRoot(root, tree));
}

function missingOf(statement: ExitStatement, { tokens }: ExitState): ExitPlan['missing'] {
  return tokensOf(statement).flatMap(({ currency, token }) => {
    const paying = tokens.get(token)?.paying;
    const isMissing = paying !== undefined && BigInt(paying.root) !== 0n;
    return isMissing && statement.trees.every((tree) => tree.currency !== currency) ? [{ currency, ...paying }] : [];
  });
}

function compareRoots(tree: StatedTree, { paying }: TokenState, hasBegun: boolean): void {
  const { currency, root, total, block } = tree;
  const name = hasBegun ? 'the exit began with the root' : 'the contract’s newest root is';
  const values = { currency, block: String(block), paying: String(paying.block), root: paying.root };
  if (block > paying.block) {
    const message = `${currency}: ${name} of block ${paying.block}; the statement is of block ${block}`;
    throw new ContractUnread(message, 'newerRoot', values);
  }
  if (block < paying.block)
    throw new Disagreement(
      `${currency}: ${name} of block ${paying.block}, and only that pays; the statement is of block ${block}. ` +
        `With the file of the tree of root ${paying.root}, --tree, its key is enough`,
      'olderRoot',
      values,
    );
  if (root !== paying.root || total !== paying.total)
    throw new Disagreement(
      `${currency}: the contract has another root or total of block ${block}`,
      'otherRoot',
      values,
    );
}

function partOf(tree: StatedTree, state: TokenState, { exit, to }: { exit: string; to: string }): ExitPart {
  const { currency, token, leaves, owed: stated } = tree;
  const leaf = leaves[0]?.leaf;
  const depositedSince = state.deposited - (leaf?.deposited ?? 0n);
  const withdrawnSince = state.withdrawn - (leaf?.withdrawn ?? 0n);
  const claim = stated + depositedSince - withdrawnSince;
  const figures = { currency, stated, depositedSince, withdrawnSince, claim } as const;
  // Without leaves only an account that first deposited after the root's block is paid.
  const isPayable = leaf !== undefined || state.firstDeposit > tree.block;
  const pays = isPayable ? payment(claim, state) : 0n;
  if (state.isRedeemed) return { ...figures, kind: 'redeemed', pays: 0n, redeem: null };
  if (pays === 0n) return { ...figures, kind: 'nothing', pays, redeem: null };
  const data = leaf === undefined ? callOf('redeemNew', token, to) : redeemCall({ token, to, leaves });
  return { ...figures, kind: 'owed', pays, redeem: { to: exit, data } };
}

/** As Exit pays a claim. */
function payment(claim: bigint, { held, owed, accounted }: TokenState): bigint {
  if (claim <= 0n) return 0n;
  const share = held < owed ? (claim * held) / owed : claim;
  return lesser(share, accounted);
}

/** If nothing changes: 14 days after withdrawals ended, or after the newest root of a token. */
function earliest({ patience, closedSince, tokens }: ExitState): bigint {
  const starts = [...tokens.values()].map(({ anchoredAt }) => anchoredAt);
  if (closedSince !== 0n) starts.push(closedSince);
  return starts.reduce(lesser) + patience;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
