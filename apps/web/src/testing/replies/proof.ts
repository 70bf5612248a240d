import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { hashSumLeaf, joinSumNodes } from '@city-mint/domain/proof/sum-tree';
import { bytesToHex, hexToBytes, sha256 } from 'viem';
import { ALICE, BOB } from '../sample-session.ts';

type MyProof = ReplyOf<'POST /api/app/proof/mine'>['proofs'][number];
type Root = ReplyOf<'GET /api/app/proof'>['roots'][number];

const SALT = `0x${'5a'.repeat(32)}` as const;
const COUNTED = { deposited: 5n * 10n ** 18n, withdrawn: 10n ** 18n, locked: 10n ** 18n };
const hash = (data: Uint8Array) => sha256(data, 'bytes');

function node(account: `0x${string}`, index: number, amount: string) {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error(parsed.error);
  const owner = { account: hexToBytes(account), salt: hexToBytes(SALT), ...COUNTED };
  return hashSumLeaf({ ...owner, index, amount: parsed.amount }, hash);
}

/** Returns the proof of Alice's two leaves, 2.5 and 1.5, in a tree with one of Bob's. */
export function sampleProof(): MyProof {
  const [first, second, other] = [node(ALICE, 0, '2.5'), node(ALICE, 1, '1.5'), node(BOB, 0, '96')];
  const mine = joinSumNodes(first, second, hash);
  const root = joinSumNodes(mine, other, hash);
  const step = (side: 'left' | 'right', sibling: typeof first, sum: string) =>
    ({ side, hash: bytesToHex(sibling.hash), sum }) as const;
  const part = (index: number, amount: string, path: MyProof['parts'][number]['path']) => ({
    leaf: { account: ALICE, salt: SALT, index, amount, deposited: '5', withdrawn: '1', locked: '1' },
    path,
  });
  return {
    ...sampleRoot({ root: bytesToHex(root.hash), total: '100' }),
    parts: [
      part(0, '2.5', [step('right', second, '1.5'), step('right', other, '96')]),
      part(1, '1.5', [step('left', first, '2.5'), step('right', other, '96')]),
    ],
  };
}

/** Returns the root of the liabilities in JU, with these changes. */
export function sampleRoot(change: Partial<Root> = {}): Root {
  return {
    currency: 'JU',
    root: SALT,
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
