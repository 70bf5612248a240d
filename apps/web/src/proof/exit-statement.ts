import { LEAVES_PER_ACCOUNT } from '@city-mint/domain/proof/account-leaves';
import { type ExitContracts, makeExitStatement } from '@city-mint/domain/proof/exit-statement';
import { checkMyProof, judgeRoot, type MyProof } from './check-my-proof.ts';
import type { AnchoredRoots } from './read-anchored.ts';

/** An exit statement without the explanation, which is in the reader's language. */
export type VerifiedExit = {
  readonly account: string;
  readonly contracts: ExitContracts;
  readonly trees: readonly MyProof[];
};

/**
 * `newest`: the leaves lead to the contract's newest roots; `waiting`: to roots that are not, or not yet; `refused`:
 * something does not agree; `nothing`: nothing is owed to the account.
 */
export type ExitVerdict = 'newest' | 'waiting' | 'refused' | 'nothing';

/** Returns whether an account can leave with these leaves: only the newest root in the contract pays. */
export function judgeExit(
  { account, trees }: Pick<VerifiedExit, 'account' | 'trees'>,
  anchored: Readonly<Record<MyProof['currency'], AnchoredRoots>>,
): ExitVerdict {
  if (trees.every(({ parts }) => parts.length === 0)) return 'nothing';
  const verdicts = trees.map((tree): ExitVerdict => {
    const { fault } = checkMyProof(tree, account);
    if (fault !== null && fault !== 'none') return 'refused';
    if (fault === null && tree.parts.length !== LEAVES_PER_ACCOUNT) return 'refused';
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

/** Returns the file of an exit statement. */
export function exitFile({ account, contracts, trees }: VerifiedExit, how: readonly string[]) {
  const text = makeExitStatement({ how, account, contracts, trees });
  return { name: `city-mint-exit-${blockOf(trees)}.json`, type: 'application/json', text };
}

/** Returns the newest block of the trees. */
export function blockOf(trees: VerifiedExit['trees']): string {
  return String(Math.max(...trees.map(({ blockNumber }) => Number(blockNumber))));
}
