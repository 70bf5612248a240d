import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { deriveSalt } from '@city-mint/domain/proof/exit-key';
import { type HashBytes, type LeavesOwner, type SumProof, sumLeafNames } from '@city-mint/domain/proof/sum-tree';
import { toHex } from '@city-mint/domain/proof/to-hex';
import type { FoundLeaf } from '@city-mint/domain/proof/tree-file';
import { type ChainNode, callContract, wordAt } from '../ask-nodes.ts';
import { Disagreement, Unverified } from '../disagreement.ts';
import { bytesOf } from '../hex.ts';
import { describeTree, type NamedFile, openTree } from '../tree/open-tree.ts';
import { callOf } from './calldata.ts';
import type { ExitRoot } from './find-anchored.ts';
import type { ExitState } from './read-exit-state.ts';
import { type ExitStatement, type StatedTree, tokensOf } from './read-statement.ts';

type Asked = {
  readonly files: readonly NamedFile[];
  readonly state: ExitState;
  readonly nodes: readonly ChainNode[];
  readonly hash: HashBytes;
};

/** The search for the account's leaves in the tree that pays in a currency, under all counters that they may state. */
type Search = Pick<StatedTree, 'currency' | 'token'> & {
  readonly paying: ExitRoot;
  readonly owners: readonly LeavesOwner[];
  readonly names: readonly Uint8Array[];
  /** Whether the vault had counted the account at the tree's block; undefined: a node lacks the state of that block. */
  readonly isCounted: boolean | undefined;
};

/**
 * Returns a statement with the account's leaves in the trees that pay, found by its exit key in their files; its own
 * leaves where no file has others. Throws a Disagreement for the file of another tree, or of one without leaves of the
 * account though the vault had counted it; an Unverified if the counters of a past block are missing.
 */
export async function findLeaves(statement: ExitStatement, asked: Asked): Promise<ExitStatement> {
  const searches = await Promise.all(tokensOf(statement).map((token) => searchFor(statement, { ...token, asked })));
  const found = new Map<string, StatedTree>();
  for (const file of asked.files) {
    const tree = await findInFile(file, { searches, asked });
    found.set(tree.currency, tree);
  }
  const trees = searches.flatMap((search): StatedTree[] => {
    const { currency, paying } = search;
    const own = statement.trees.find((tree) => tree.currency === currency);
    const ofFile = found.get(currency);
    if (ofFile !== undefined) return [ofFile];
    // Beside leaves of a file, an older root is missing rather than wrong.
    if (own !== undefined && (found.size === 0 || own.root === paying.root)) return [own];
    return isNone(paying) ? [treeOf(search, [])] : [];
  });
  return { ...statement, trees };
}

/** Returns in words which tree has to be named. */
export function missingTree(currency: string, { root, block }: ExitRoot): string {
  return `${currency}: the tree of root ${root}, block ${block}, is missing; add its file with --tree`;
}

function isNone({ root }: ExitRoot): boolean {
  return BigInt(root) === 0n;
}

type SearchFor = Pick<StatedTree, 'currency' | 'token'> & { readonly asked: Asked };

async function searchFor(statement: ExitStatement, { currency, token, asked }: SearchFor): Promise<Search> {
  const { account, key, vault, trees } = statement;
  const { state, nodes, hash } = asked;
  const present = state.tokens.get(token);
  if (present === undefined) throw new RangeError(`${currency} was not read`);
  const { paying } = present;
  const call = { to: vault, data: callOf('totalsOf', account, token), words: 3 };
  // Counters only name leaves, which prove themselves: where a node lacks this block's state, others are tried.
  const block = `0x${paying.block.toString(16)}`;
  const isSearched = asked.files.length > 0;
  const answer = isSearched ? await callContract(nodes, { ...call, block }).catch(() => undefined) : undefined;
  const past = answer === undefined ? undefined : { deposited: wordAt(answer, 0), withdrawn: wordAt(answer, 1) };
  const ofFile = trees.find((tree) => tree.currency === currency)?.leaves[0]?.leaf;
  const salt = deriveSalt(key, { currency, block: paying.block }, hash);
  const owners = [past, present, ofFile, { deposited: 0n, withdrawn: 0n }]
    .filter((counters) => counters !== undefined)
    .map(({ deposited, withdrawn }) => ({ account: bytesOf(account), salt, deposited, withdrawn }));
  const names = owners.flatMap((owner) => sumLeafNames(owner, LEAVES_PER_ACCOUNT, hash));
  const isCounted = past && past.deposited + past.withdrawn > 0n;
  return { currency, token, paying, owners, names, isCounted };
}

async function findInFile(
  file: NamedFile,
  { searches, asked }: { readonly searches: readonly Search[]; readonly asked: Asked },
): Promise<StatedTree> {
  const wanted = searches.flatMap(({ names }) => names);
  const tree = await openTree(file, { wanted, hash: asked.hash });
  const root = toHex(tree.root.hash);
  const search = searches.find(({ paying }) => paying.root === root);
  if (search === undefined) {
    const pays = searches.map(({ currency, paying }) => `${currency} pays by ${paying.root}, block ${paying.block}`);
    throw new Disagreement(`${file.name}: ${describeTree(tree)}; ${pays.join(', ')}`, 'otherTree', { name: file.name });
  }
  const { currency, paying, owners, isCounted } = search;
  const values = { currency, block: String(paying.block) };
  if (tree.root.sum !== paying.total)
    throw new Disagreement(`${currency}: the contract has another total of ${root}`, 'otherRoot', values);
  const found = new Map(wanted.map((name, index) => [name, tree.found[index]]));
  for (const [index, owner] of owners.entries()) {
    const names = search.names.slice(index * LEAVES_PER_ACCOUNT, (index + 1) * LEAVES_PER_ACCOUNT);
    const leaves = toProofs(
      owner,
      names.map((name) => found.get(name)),
    );
    if (leaves.length === 0) continue;
    const balance = leaves.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
    const fault = verifyAccountLeaves(leaves, { account: owner.account, balance, root: tree.root, hash: asked.hash });
    if (fault !== null) throw new Disagreement(`${currency}: ${fault}`, 'badLeaves', values);
    return treeOf(search, leaves);
  }
  const where = `${currency}: the tree of block ${paying.block} has no leaf of the account`;
  if (isCounted === undefined)
    throw new Unverified(
      `${where} under its present counters; name an archive node, which has the state of that block`,
      'needsArchive',
      values,
    );
  if (isCounted) throw new Disagreement(`${where} under this key, though the vault had counted it`, 'leftOut', values);
  return treeOf(search, []);
}

/** Returns the leaves in the order of their index if all were found; else none. */
function toProofs(owner: LeavesOwner, found: readonly (FoundLeaf | undefined)[]): SumProof[] {
  const proofs = found.flatMap((leaf, index) => {
    if (leaf === undefined) return [];
    const { path, ...amounts } = leaf;
    return [{ leaf: { ...owner, ...amounts, index }, path }];
  });
  return proofs.length === LEAVES_PER_ACCOUNT ? proofs : [];
}

function treeOf({ currency, token, paying }: Pick<Search, 'currency' | 'token' | 'paying'>, leaves: SumProof[]) {
  return { currency, token, leaves, owed: leaves.reduce((sum, { leaf }) => sum + leaf.amount, 0n), ...paying };
}
