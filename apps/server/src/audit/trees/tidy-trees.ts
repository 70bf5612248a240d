import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadTree, type TreeStore, type WantedTree } from './download-tree.ts';
import { fileNameOf, parseFileName } from './file-name.ts';

/**
 * Downloads the trees of the newest anchored roots that the folder lacks, such as after the loss of a disk, and deletes
 * those that not even a thief of the scribe can anchor any more: of earlier blocks than that root's, once its own is
 * there. Deletes parts of downloads that were killed, too. Returns why a tree is missing, a line each.
 */
export async function tidyTrees(store: TreeStore, newest: readonly WantedTree[]): Promise<string[]> {
  const problems: string[] = [];
  for (const tree of newest) {
    const problem = await downloadTree(store, tree);
    if (problem === undefined) await deleteEarlier(store.folder, tree);
    else problems.push(`${fileNameOf(tree)}: ${problem}`);
  }
  return problems;
}

async function deleteEarlier(folder: string, { currency, blockNumber }: WantedTree): Promise<void> {
  for (const name of await readdir(folder)) {
    const tree = parseFileName(name.replace(/\.part$/, ''));
    if (tree === undefined || tree.currency !== currency) continue;
    if (tree.blockNumber < blockNumber) await rm(join(folder, name), { force: true });
  }
}
