import { hash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { treePath } from '@city-mint/api-contract/proof/tree-path';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { readTreeFile, TREE_LEAF_BYTES } from '@city-mint/domain/proof/tree-file';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { bytesToHex } from 'viem';
import { fileNameOf, parseFileName } from './file-name.ts';

/** Where trees come from, and where the auditor stores them for the day on which the server shows none. */
export type TreeStore = {
  /** The origin of the participants' page, at which everyone downloads trees. */
  readonly from: string;
  /** A folder of the auditor's own machine. */
  readonly folder: string;
};

/** A tree of liabilities by its root; `leaves` is their number where the auditor made the tree itself. */
export type WantedTree = {
  readonly currency: Currency;
  readonly blockNumber: bigint;
  readonly root: Uint8Array;
  readonly leaves?: number;
};

const TIMEOUT_MS = 2 * MINUTE_MS;
/** Trees of a currency that wait for their root in the contract: a thief of the worker must not fill the disk. */
const MOST_WAITING = 64;
/** Leaves of a tree whose number is unknown: 4 GiB. */
const MOST_LEAVES = 2 ** 26;

/**
 * Downloads the file of a tree, as a participant would, into the folder; a file that is there was complete. Returns why
 * it cannot, undefined once the folder has it. A file appears by a rename, after its leaves led to the root.
 */
export async function downloadTree({ from, folder }: TreeStore, tree: WantedTree): Promise<string | undefined> {
  const name = fileNameOf(tree);
  try {
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    if (names.includes(name)) return undefined;
    const waiting = names.filter((other) => parseFileName(other)?.currency === tree.currency).length;
    if (waiting >= MOST_WAITING) return `${waiting} trees of ${tree.currency} wait for their roots in the contract`;
    return await storeTree(new URL(treePath(bytesToHex(tree.root)), from), { tree, file: join(folder, name) });
  } catch (error) {
    return problemOf(error);
  }
}

/** Stores the tree at an address in a file. Returns why the bytes are not the tree; throws network and disk errors. */
async function storeTree(
  url: URL,
  { tree, file }: { readonly tree: WantedTree; readonly file: string },
): Promise<string | undefined> {
  const part = `${file}.part`;
  const written = await open(part, 'w');
  try {
    const problem = await copyTree(url, { tree, write: (piece) => written.appendFile(piece) });
    if (problem !== undefined) return problem;
    await written.sync();
    await rename(part, file);
    return undefined;
  } finally {
    await written.close();
    await rm(part, { force: true });
  }
}

type Copy = { readonly tree: WantedTree; readonly write: (piece: Uint8Array) => Promise<void> };

async function copyTree(url: URL, { tree, write }: Copy): Promise<string | undefined> {
  const most = (tree.leaves ?? MOST_LEAVES) * TREE_LEAF_BYTES;
  const copied = async function* (pieces: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most) throw new RangeError(`more than ${most} bytes`);
      await write(piece);
      yield piece;
    }
  };
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const type = response.headers.get('content-type');
  if (!response.ok || type !== 'application/octet-stream' || response.body === null)
    return `its file is not published: status ${response.status}, ${type}`;
  const { root } = await readTreeFile(copied(response.body), {
    wanted: [],
    hash: (bytes) => hash('sha256', bytes, 'buffer'),
  });
  return Buffer.compare(root.hash, tree.root) === 0 ? undefined : 'its published file leads to another root';
}

/** Returns a failure of the server, the network or the disk in words; throws any other. */
function problemOf(error: unknown): string {
  if (error instanceof RangeError) return `its published file is damaged: ${error.message}`;
  // fetch throws a TypeError that wraps the error of the network, and a DOMException at the timeout.
  if (error instanceof TypeError && error.cause instanceof Error)
    return `its file cannot be downloaded: ${error.cause.message}`;
  if (error instanceof DOMException) return `its file cannot be downloaded: ${error.message}`;
  if (error instanceof Error && 'syscall' in error) return `its file cannot be stored: ${error.message}`;
  throw error;
}
