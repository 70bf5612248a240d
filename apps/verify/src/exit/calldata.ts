import type { SumLeaf, SumProof } from '@city-mint/domain/proof/sum-tree';
import { toHex } from '@city-mint/domain/proof/to-hex';

/** A transaction of the account itself, without JU. */
export type ExitCall = { readonly to: string; readonly data: string };

/** Selectors of the contracts' functions, so that nothing has to hash their names. */
export const SELECTORS = {
  begin: '0x1bce6ff3',
  redeem: '0xe0e81f9a',
  redeemNew: '0x35f7d3df',
  demand: '0x7c463c4f',
  beginFor: '0x6c194158',
  dueTo: '0xa15eaedf',
  demandOf: '0xd7800f93',
  canBeginFor: '0xb98dc469',
  collect: '0xa12ef25e',
  collectable: '0x731e3c34',
  begunAt: '0x2c098a25',
  canBegin: '0x16713dc9',
  PATIENCE: '0x594c746f',
  termsOf: '0x0369ac91',
  redeemed: '0xc33313ef',
  VAULT: '0x411557d1',
  EXIT: '0x76563cec',
  ANCHORS: '0x51d279ea',
  closedSince: '0xfef8301e',
  totalsOf: '0x920a3865',
  accounted: '0xee1a56ce',
  funded: '0x45f9fc78',
  epochOf: '0x582805d9',
  liabilitiesAt: '0x3ac53023',
} as const;

/** Returns the calldata of a function whose arguments are addresses (0x hex) and numbers. */
export function callOf(name: keyof typeof SELECTORS, ...args: readonly (string | bigint)[]): string {
  return SELECTORS[name] + args.map((arg) => wordOf(BigInt(arg))).join('');
}

type Redeem = { readonly token: string; readonly to: string; readonly leaves: readonly SumProof[] };

/** Returns the calldata of `Exit.redeem`: all leaves of the sender, in the order of their index. Throws without one. */
export function redeemCall({ token, to, leaves }: Redeem): string {
  const [first] = leaves;
  if (first === undefined) throw new RangeError('no leaves');
  return SELECTORS.redeem + leavesWords([BigInt(token), BigInt(to)], { ...first.leaf, leaves });
}

type Demand = { readonly token: string; readonly epoch: bigint; readonly leaves: readonly SumProof[] };

/** Returns the calldata of `Exit.demand`: all leaves of the sender in the tree of an epoch; for epoch 0 none. */
export function demandCall({ token, epoch, leaves }: Demand): string {
  const none = { salt: new Uint8Array(32), deposited: 0n, withdrawn: 0n, locked: 0n };
  return SELECTORS.demand + leavesWords([BigInt(token), epoch], { ...none, ...leaves[0]?.leaf, leaves });
}

type StatedLeaves = Pick<SumLeaf, 'salt' | 'deposited' | 'withdrawn' | 'locked'> & Pick<Redeem, 'leaves'>;

/** Two arguments, and the leaves as the third. */
function leavesWords(
  [one, other]: readonly [bigint, bigint],
  { salt, deposited, withdrawn, locked, leaves }: StatedLeaves,
): string {
  const parts = leaves.map(partWords);
  // Offsets in bytes: of the leaves from the first argument, of the parts from the salt, of each part from the first.
  const words = [
    ...[wordOf(one), wordOf(other), wordOf(3n * 32n)],
    ...[toHex(salt).slice(2), wordOf(deposited), wordOf(withdrawn), wordOf(locked), wordOf(5n * 32n)],
    wordOf(BigInt(parts.length)),
    ...parts.map((_, index) => wordOf(32n * BigInt(parts.length + parts.slice(0, index).flat().length))),
    ...parts.flat(),
  ];
  return words.join('');
}

function partWords({ leaf, path }: SumProof): string[] {
  return [
    ...[wordOf(leaf.amount), wordOf(2n * 32n), wordOf(BigInt(path.length))],
    ...path.flatMap(({ side, node }) => [
      ...[wordOf(side === 'left' ? 1n : 0n), toHex(node.hash).slice(2), wordOf(node.sum)],
    ]),
  ];
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
