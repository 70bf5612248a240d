import { formatAmount } from '@city-mint/domain/money/amount-text';
import { LEAVES_PER_ACCOUNT, splitAmount } from '@city-mint/domain/proof/account-leaves';
import { deriveExitKey, deriveSalt, type SaltedTree } from '@city-mint/domain/proof/exit-key';
import { pathThrough, treeLevels } from '@city-mint/domain/proof/merkle-tree';
import { hashSumLeaf, joinSumNodes, type SumLeaf, type SumNode, sumLeafName } from '@city-mint/domain/proof/sum-tree';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import { parseTerms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { keccak, sha256, utf8 } from '../hashes.ts';
import { bytesOf } from '../hex.ts';

const TERMS = {
  ...{ city: 'Oslo', phase: 1, number: 3, opensAt: 1_760_000_000_000, closesAt: 1_760_003_600_000 },
  ...{ minimum: '1', walletMaximum: '0', lateBps: 500, stageDelaysMs: [0, 1_000_000, 2_000_000] },
  ...{ mintFeeBps: 100, lossBps: 300, mintAmount: '5000', stageBps: [4000, 3000, 3000] },
  ...{ referralBps: 3000, nodesBps: 2000, levelsBps: 2000, treasuryBps: 1000 },
  ...{ reserveDrawBps: 5000, compensationTimesBps: 20_000 },
};

/** Returns the published settlement file of a round with orders of these amounts, in base units. */
export function publishRound(roundId: string, amounts: readonly number[], quota: number): string {
  const orders = amounts.map((amount, index) => ({
    ...{ rank: index + 1, amount: String(amount), inviter: index % 2 === 0 ? null : '0x01' },
    ...{ inviterQualified: index % 2 === 1, late: false },
  }));
  const head = {
    ...{ terms: { quota: String(quota), ...TERMS }, reserve: { balance: '70', cap: '100000' } },
    ...{ emission: { remaining: '1000000' }, cancelled: false },
  };
  const parsed = parseSettlementFile({ ...head, orders });
  if (!parsed.ok) throw new Error(parsed.error);
  const terms = parseTerms(head.terms);
  if (!terms.ok) throw new Error(terms.error);
  const hash = termsHash(terms.terms, (text) => toHex(keccak(utf8(text))));
  const { outcome, totals, orders: results } = formatSettlementResult(settleRound(parsed.input));
  const lines = [
    { roundId, termsHash: hash, ...head, outcome, totals },
    ...orders.map((order, index) => ({ ...order, result: results[index] })),
  ];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** The address of an account of the tests, as 0x hex. */
export const addressOf = (user: number) => `0x${String(user).padStart(40, '0')}`;

/** An account of a tree; base units. */
export type TreeAccount = {
  readonly address: string;
  readonly amount: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
};

/** A tree of liabilities, the answers with the leaves of its accounts (of another account none), and its file. */
export type GrownTree = {
  readonly root: string;
  readonly total: bigint;
  readonly proofOf: (address: string) => Proof;
  /** Right only without further levels. */
  readonly file: Uint8Array;
};

type Proof = ReturnType<typeof statedTree>;

type GrownFrom = { readonly accounts: readonly TreeAccount[]; readonly block: bigint; readonly levels?: number };

/**
 * Returns the tree of these accounts at a block. A quarter of each amount is in rounds. With more `levels` than they
 * need, the rest of the tree is empty: paths are as long as in a tree of more accounts.
 */
export function growTree(currency: 'JU' | 'FMC', { accounts, block, levels: wanted = 0 }: GrownFrom): GrownTree {
  const hash = sha256;
  const leaves = accounts
    .flatMap((account) => leavesOf(account, { currency, block }))
    .map((leaf) => ({ leaf, name: toHex(sumLeafName(leaf, hash)) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const nodes = leaves.map(({ leaf }) => hashSumLeaf(leaf, hash));
  const levels = treeLevels(nodes, (left, right) => joinSumNodes(left, right, hash));
  const top = levels.at(-1)?.[0];
  if (top === undefined) throw new Error('a tree without leaves');
  const empty = { hash: new Uint8Array(32), sum: 0n };
  const above = Array.from({ length: Math.max(0, wanted + 1 - levels.length) }, () => empty);
  const root = above.reduce((node, sibling) => joinSumNodes(node, sibling, hash), top);
  const proofOf = (address: string) => {
    const parts = leaves.flatMap(({ leaf }, index) =>
      toHex(leaf.account) === address.toLowerCase()
        ? [{ leaf: stated(leaf), path: [...pathThrough(levels, index).map(step), ...above.map(right)] }]
        : [],
    );
    return statedTree(currency, { root, block, parts });
  };
  const file = bytesOf(
    `0x${leaves.map(({ name, leaf }) => name.slice(2) + hex16(leaf.amount) + hex16(leaf.locked)).join('')}`,
  );
  return { root: toHex(root.hash), total: root.sum, proofOf, file };
}

function statedTree(
  currency: 'JU' | 'FMC',
  { root, block, parts }: { root: SumNode; block: bigint; parts: readonly object[] },
) {
  return { currency, root: toHex(root.hash), total: formatAmount(root.sum), blockNumber: String(block), parts };
}

/** A tree of liabilities, and the answer with the leaves of an account in it. */
export type PublishedTree = Omit<GrownTree, 'proofOf'> & { readonly proof: Proof };

/** Returns a tree in which `users` accounts are owed an amount each, with the proof of the one that is named. */
export function publishTree(currency: 'JU' | 'FMC', { users, of }: { users: number; of: number }): PublishedTree {
  const accounts = Array.from({ length: users }, (_, index) => {
    const amount = BigInt(index + 1) * 1_000n;
    return { address: addressOf(index + 1), amount, deposited: amount + 5n, withdrawn: BigInt(index + 1) };
  });
  const { proofOf, ...tree } = growTree(currency, { accounts, block: 7n });
  return { ...tree, proof: proofOf(addressOf(of)) };
}

/** The exit key of an account of the tests. */
export const keyOf = (address: string) => deriveExitKey(new Uint8Array(32).fill(7), bytesOf(address), sha256);

function leavesOf({ address, amount, deposited, withdrawn }: TreeAccount, salted: SaltedTree): SumLeaf[] {
  const draws = Array.from({ length: LEAVES_PER_ACCOUNT - 1 }, (_, index) => BigInt(index + 1) << 125n);
  const salt = deriveSalt(keyOf(address), salted, sha256);
  const owner = { account: bytesOf(address), salt, deposited, withdrawn };
  const locked = amount / 4n;
  return splitAmount(amount, draws).map((part, index) => ({ ...owner, index, amount: part, locked }));
}

function hex16(amount: bigint): string {
  return amount.toString(16).padStart(32, '0');
}

function stated({ account, salt, index, amount, locked, deposited, withdrawn }: SumLeaf) {
  return {
    ...{ account: toHex(account), salt: toHex(salt), index, amount: formatAmount(amount) },
    ...{ deposited: formatAmount(deposited), withdrawn: formatAmount(withdrawn), locked: formatAmount(locked) },
  };
}

function right(node: SumNode) {
  return step({ side: 'right', node });
}

function step({ side, node }: { side: 'left' | 'right'; node: { hash: Uint8Array; sum: bigint } }) {
  return { side, hash: toHex(node.hash), sum: formatAmount(node.sum) };
}
