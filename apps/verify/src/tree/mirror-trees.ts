import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { treePath } from '@city-mint/api-contract/proof/tree-path';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { Disagreement, Unverified } from '../disagreement.ts';
import { fieldOf } from '../fields.ts';
import { sha256 } from '../hashes.ts';
import { type AnchorsContract, readLiabilities } from '../read-contract.ts';
import { describeTree, openTree } from './open-tree.ts';
import type { Token } from './verify-tree.ts';

/** 67,000,000 leaves; a server that sends without end must not fill the disk. */
const MOST_BYTES = 2 ** 32;
/** Trees that wait for their root in the contract. */
const MOST_WAITING = 2;
const TREE_FILE = /^[0-9a-f]{64}\.tree$/;
const PART_FILE = /^[0-9a-f]{64}\.tree\.\d+\.part$/;

type Mirrored = {
  /** The origin of the server. */
  readonly from: string;
  readonly contract: AnchorsContract;
  readonly tokens: readonly Token[];
  readonly folder: string;
};

/**
 * Stores the files of the newest anchored trees in a folder, each under its root, and of those that wait to be
 * anchored; deletes earlier ones once the newest are complete. A file appears only when it was verified, by a rename.
 * Returns lines that say which files there are. Throws a Disagreement for a file that leads to another root, an
 * Unverified if an anchored one cannot be fetched.
 */
export async function mirrorTrees({ from, contract, tokens, folder }: Mirrored): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const lines: string[] = [];
  const names = new Set<string>();
  for (const { currency, token } of tokens) {
    const [newest] = await readLiabilities(contract, token);
    if (newest === undefined) continue;
    const name = await store(newest.root, { from, folder });
    names.add(name);
    lines.push(`agrees: ${join(folder, name)} has the newest anchored root of ${currency}, block ${newest.block}`);
  }
  for (const root of await listWaiting(from)) {
    if (names.has(nameOf(root))) continue;
    const name = await store(root, { from, folder }).catch(() => undefined);
    if (name === undefined) continue;
    names.add(name);
    lines.push(`${join(folder, name)} is a tree that is not the newest anchored one yet`);
  }
  for (const name of await readdir(folder)) {
    const isEarlier = TREE_FILE.test(name) && !names.has(name);
    if (isEarlier || (await isAbandoned(folder, name))) await rm(join(folder, name), { force: true });
  }
  return lines.length === 0 ? ['the contract has no root of liabilities yet'] : lines;
}

/** Whether a file is a part that no running mirror writes any more: a download ends within an hour. */
async function isAbandoned(folder: string, name: string): Promise<boolean> {
  if (!PART_FILE.test(name)) return false;
  const { mtimeMs } = await stat(join(folder, name));
  return Date.now() - mtimeMs > HOUR_MS;
}

function nameOf(root: string): string {
  return `${root.slice(2)}.tree`;
}

/** Returns the name of the file of a root, which is fetched and verified unless it is there. */
async function store(root: string, { from, folder }: Pick<Mirrored, 'from' | 'folder'>): Promise<string> {
  const name = nameOf(root);
  if ((await readdir(folder)).includes(name)) return name;
  const part = join(folder, `${name}.${process.pid}.part`);
  const written = await open(part, 'w');
  try {
    const pieces = await fetchTree(new URL(treePath(root), from));
    const copied = async function* () {
      let size = 0;
      for await (const piece of pieces) {
        size += piece.length;
        if (size > MOST_BYTES) throw new RangeError(`more than ${MOST_BYTES} bytes`);
        await written.appendFile(piece);
        yield piece;
      }
    };
    const tree = await openTree({ name: from, bytes: copied }, { hash: sha256 });
    if (toHex(tree.root.hash) !== root) throw new Disagreement(`${from}: ${describeTree(tree)}; asked for ${root}`);
    await written.sync();
    await rename(part, join(folder, name));
    return name;
  } finally {
    await written.close();
    await rm(part, { force: true });
  }
}

async function fetchTree(url: URL): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(HOUR_MS) });
  const isTree = response.ok && response.headers.get('content-type') === 'application/octet-stream';
  if (!isTree || response.body === null) throw new Unverified(`${url.href}: no tree`);
  return response.body;
}

/** Returns the newest roots that a server states; their files have to lead to them. */
async function listWaiting(from: string): Promise<string[]> {
  try {
    const answer: unknown = await (await fetch(new URL('/api/app/proof', from))).json();
    const roots = fieldOf(fieldOf(answer, 'data'), 'roots');
    const texts = Array.isArray(roots) ? roots.map((root: unknown) => String(fieldOf(root, 'root'))) : [];
    return texts.filter((root) => /^0x[0-9a-f]{64}$/.test(root)).slice(0, MOST_WAITING);
  } catch {
    return [];
  }
}
