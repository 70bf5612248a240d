import type { SumProof } from '@city-mint/domain/proof/sum-tree';
import { toHex } from '@city-mint/domain/proof/to-hex';

/** Selectors of the contracts' functions, so that nothing has to hash their names. */
export const SELECTORS = {
  begin: '0x1bce6ff3',
  redeem: '0xe0e81f9a',
  redeemNew: '0x35f7d3df',
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

/** Returns the calldata of `Exit.redeem`: all leaves of the sender, in the order of their index. */
export function redeemCall({
  token,
  to,
  leaves,
}: {
  readonly token: string;
  readonly to: string;
  readonly leaves: readonly SumProof[];
}): string {
  const [first] = leaves;
  if (first === undefined) throw new RangeError('no leaves');
  const { salt, deposited, withdrawn, locked } = first.leaf;
  const parts = leaves.map(partWords);
  // Offsets in bytes: of the leaves from the first argument, of the parts from the salt, of each part from the first.
  const words = [
    ...[wordOf(BigInt(token)), wordOf(BigInt(to)), wordOf(3n * 32n)],
    ...[toHex(salt).slice(2), wordOf(deposited), wordOf(withdrawn), wordOf(locked), wordOf(5n * 32n)],
    wordOf(BigInt(parts.length)),
    ...parts.map((_, index) => wordOf(32n * BigInt(parts.length + parts.slice(0, index).flat().length))),
    ...parts.flat(),
  ];
  return SELECTORS.redeem + words.join('');
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
