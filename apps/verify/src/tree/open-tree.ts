import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { HashBytes } from '@city-mint/domain/proof/sum-tree';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { readTreeFile, type TreeFile } from '@city-mint/domain/proof/tree-file';
import { Disagreement } from '../disagreement.ts';

/** The file of a tree: its name in messages, and its bytes in pieces. */
export type NamedFile = { readonly name: string; readonly bytes: () => AsyncIterable<Uint8Array> };

type Options = { readonly wanted?: readonly Uint8Array[]; readonly hash: HashBytes };

/** Returns the tree of a file, with the leaves of the wanted names. Throws a Disagreement for another file. */
export async function openTree({ name, bytes }: NamedFile, { wanted = [], hash }: Options): Promise<TreeFile> {
  try {
    return await readTreeFile(bytes(), { wanted, hash });
  } catch (error) {
    throw error instanceof RangeError ? new Disagreement(`${name}: ${error.message}`, 'cutTree', { name }) : error;
  }
}

/** Returns a tree in words: leaves, root and total, and the first leaf that is not in the order of names. */
export function describeTree({ root, leaves, firstUnordered }: TreeFile): string {
  const order = firstUnordered === null ? '' : `; leaf ${firstUnordered} is not in the order of names`;
  return `${leaves} leaves lead to the root ${toHex(root.hash)} and the total ${formatAmount(root.sum)}${order}`;
}
