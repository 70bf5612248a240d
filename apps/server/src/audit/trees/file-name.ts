import type { Currency } from '@city-mint/domain/ledger/currencies';

/** A tree of liabilities as the name of its file states it; `root` in hex without 0x. */
export type NamedTree = { readonly currency: Currency; readonly blockNumber: bigint; readonly root: string };

const FILE_NAME = /^(JU|FMC)-(\d+)-([0-9a-f]{64})\.tree$/;

/** Returns the name of a tree's file: currency, block and root, so that a list of the folder says which is newest. */
export function fileNameOf(tree: Pick<NamedTree, 'currency' | 'blockNumber'> & { readonly root: Uint8Array }): string {
  return `${tree.currency}-${tree.blockNumber}-${Buffer.from(tree.root).toString('hex')}.tree`;
}

/** Returns the tree of a file by its name; undefined for other files. */
export function parseFileName(name: string): NamedTree | undefined {
  const [, currency, blockNumber = '', root = ''] = FILE_NAME.exec(name) ?? [];
  if (currency !== 'JU' && currency !== 'FMC') return undefined;
  return { currency, blockNumber: BigInt(blockNumber), root };
}
