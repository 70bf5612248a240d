import { LEAVES_PER_ACCOUNT } from '@city-mint/domain/proof/account-leaves';
import { deriveSalt } from '@city-mint/domain/proof/exit-key';
import { type ExitContracts, makeExitStatement } from '@city-mint/domain/proof/exit-statement';
import { hexToBytes, isHex, sha256, size, toHex } from 'viem';
import { checkMyProof, judgeRoot, type MyProof } from './check-my-proof.ts';
import type { AnchoredRoots } from './read-anchored.ts';

/** An exit statement without the explanation, which is in the reader's language. */
export type VerifiedExit = {
  readonly account: string;
  /** The exit key, which derives the salts of all leaves. */
  readonly key: string;
  readonly contracts: ExitContracts;
  /** None: the key alone is known. */
  readonly trees: readonly MyProof[];
};

/**
 * `newest`: the leaves lead to the contract's newest roots; `waiting`: to roots that are not, or not yet; `refused`:
 * something does not agree; `nothing`: nothing is owed to the account.
 */
export type ExitVerdict = 'newest' | 'waiting' | 'refused' | 'nothing';

/** Returns whether an account can leave with these leaves: only the newest root in the contract pays. */
export function judgeExit(
  { account, key, trees }: Pick<VerifiedExit, 'account' | 'key' | 'trees'>,
  anchored: Readonly<Record<MyProof['currency'], AnchoredRoots>>,
): ExitVerdict {
  if (trees.every(({ parts }) => parts.length === 0)) return 'nothing';
  const verdicts = trees.map((tree): ExitVerdict => {
    const { fault } = checkMyProof(tree, account);
    if (fault !== null && fault !== 'none') return 'refused';
    if (fault === null && tree.parts.length !== LEAVES_PER_ACCOUNT) return 'refused';
    if (tree.parts.some(({ leaf }) => leaf.salt.toLowerCase() !== saltOf(key, tree))) return 'refused';
    const roots = anchored[tree.currency];
    const verdict = judgeRoot(tree, roots);
    if (verdict === 'differs' || verdict === 'nodes-differ') return 'refused';
    const isNewest = roots.kind === 'read' && roots.roots[0]?.root === tree.root.toLowerCase();
    return verdict === 'agrees' && isNewest ? 'newest' : 'waiting';
  });
  return (
    verdicts.find((verdict) => verdict === 'refused') ?? verdicts.find((verdict) => verdict !== 'newest') ?? 'newest'
  );
}

function saltOf(key: string, { currency, blockNumber }: MyProof): string | null {
  if (!isHex(key) || size(key) !== 32) return null;
  const tree = { currency, block: BigInt(blockNumber) };
  return toHex(deriveSalt(hexToBytes(key), tree, (data) => sha256(data, 'bytes')));
}

/** Returns the file of an exit statement. */
export function exitFile(statement: VerifiedExit, how: readonly string[]) {
  const block = blockOf(statement.trees) ?? 'key';
  return {
    name: `city-mint-exit-${block}.json`,
    type: 'application/json',
    text: makeExitStatement({ how, ...statement }),
  };
}

/** Returns the newest block of the trees; null without trees. */
export function blockOf(trees: VerifiedExit['trees']): string | null {
  return trees.length === 0 ? null : String(Math.max(...trees.map(({ blockNumber }) => Number(blockNumber))));
}
