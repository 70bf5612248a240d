import { formatAmount } from '@city-mint/domain/money/amount-text';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { Disagreement } from '../disagreement.ts';
import { sha256 } from '../hashes.ts';
import { type AnchorsContract, readLiabilities } from '../read-contract.ts';
import { describeTree, type NamedFile, openTree } from './open-tree.ts';

/** A token of the contract Anchors. */
export type Token = { readonly currency: 'JU' | 'FMC'; readonly token: string };

/**
 * Returns in lines the root of a tree's file as the contract has it: its currency, block and total, and whether it is
 * the newest. Without a contract only the recomputed figures. Throws a Disagreement for any other file.
 */
export async function verifyTree(
  file: NamedFile,
  { contract, tokens }: { readonly contract: AnchorsContract | undefined; readonly tokens: readonly Token[] },
): Promise<string[]> {
  const tree = await openTree(file, { hash: sha256 });
  if (contract === undefined) return [describeTree(tree), 'the root was not compared with the contract'];
  const root = toHex(tree.root.hash);
  const compared: string[] = [];
  for (const { currency, token } of tokens) {
    const anchored = await readLiabilities(contract, token);
    const found = anchored.find((candidate) => candidate.root === root);
    const [first] = anchored;
    if (first !== undefined)
      compared.push(`${anchored.length} of ${currency}, the last ${first.root}, ${formatAmount(first.total)}`);
    if (found === undefined) continue;
    if (found.total !== tree.root.sum) throw new Disagreement(`${currency}: the contract has another total of ${root}`);
    const age = found === first ? 'the newest' : `older than that of block ${first?.block}, which would pay`;
    const place = `block ${found.block}, ${age}, as ${contract.nodes.length} nodes say`;
    return [`agrees: ${describeTree(tree)}`, `agrees: the contract has this root of ${currency}, ${place}`];
  }
  const roots = `${compared.join('; ')}; older ones were not compared`;
  throw new Disagreement(`${describeTree(tree)}; it is none of the contract’s newest roots: ${roots}`);
}
