import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import { deriveSalt } from '@city-mint/domain/proof/exit-key';
import { hashSumLeaf, joinSumNodes } from '@city-mint/domain/proof/sum-tree';
import { bytesToHex, hexToBytes, sha256 } from 'viem';
import { ALICE, BOB } from '../sample-session.ts';

type MyProof = ReplyOf<'POST /api/app/proof/mine'>['proofs'][number];
type Root = ReplyOf<'GET /api/app/proof'>['roots'][number];

const COUNTED = { deposited: 5n * 10n ** 18n, withdrawn: 10n ** 18n, locked: 10n ** 18n };
const hash = (data: Uint8Array) => sha256(data, 'bytes');
/** The exit key of the sample's account. */
export const SAMPLE_EXIT_KEY = `0x${'ab'.repeat(32)}` as const;
const SALT = bytesToHex(deriveSalt(hexToBytes(SAMPLE_EXIT_KEY), { currency: 'JU', block: 7n }, hash));

function node(account: `0x${string}`, index: number, amount: string) {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error(parsed.error);
  const owner = { account: hexToBytes(account), salt: hexToBytes(SALT), ...COUNTED };
  return hashSumLeaf({ ...owner, index, amount: parsed.amount }, hash);
}

/** Returns the proof of Alice's four leaves, 2.5, 1.5, 0 and 0, in a tree with one of Bob's. */
export function sampleProof(): MyProof {
  const mine = ['2.5', '1.5', '0', '0'].map((amount, index) => ({ amount, node: node(ALICE, index, amount) }));
  const [first, second, third, fourth] = mine;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('too few leaves');
  const other = node(BOB, 0, '96');
  const pair = joinSumNodes(first.node, second.node, hash);
  const empty = joinSumNodes(third.node, fourth.node, hash);
  const root = joinSumNodes(joinSumNodes(pair, empty, hash), other, hash);
  const step = (side: 'left' | 'right', sibling: typeof other) =>
    ({ side, hash: bytesToHex(sibling.hash), sum: formatAmount(sibling.sum) }) as const;
  const part = (index: number, amount: string, path: MyProof['parts'][number]['path']) => ({
    leaf: { account: ALICE, salt: SALT, index, amount, deposited: '5', withdrawn: '1', locked: '1' },
    path: [...path, step('right', other)],
  });
  return {
    ...sampleRoot({ root: bytesToHex(root.hash), total: '100' }),
    parts: [
      part(0, first.amount, [step('right', second.node), step('right', empty)]),
      part(1, second.amount, [step('left', first.node), step('right', empty)]),
      part(2, third.amount, [step('right', fourth.node), step('left', pair)]),
      part(3, fourth.amount, [step('left', third.node), step('left', pair)]),
    ],
  };
}

/** Returns the root of the liabilities in JU, with these changes. */
export function sampleRoot(change: Partial<Root> = {}): Root {
  return {
    currency: 'JU',
    root: `0x${'5a'.repeat(32)}`,
    total: '100',
    leaves: 3,
    entry: '12',
    blockNumber: '7',
    vaultBalance: '100',
    madeAt: 0,
    anchoring: { state: 'final', txHash: null, blockNumber: null },
    ...change,
  };
}

/** Returns an entry of the journal as the newest anchored one. */
export function sampleHead(): NonNullable<ReplyOf<'GET /api/app/proof'>['head']> {
  return { number: '1234', hash: `0x${'4b'.repeat(32)}`, blockNumber: '77', anchoredAt: 0 };
}
