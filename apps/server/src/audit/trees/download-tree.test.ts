import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { treePath } from '@city-mint/api-contract/proof/tree-path';
import { readTreeFile } from '@city-mint/domain/proof/tree-file';
import { bytesToHex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '#proof/tree/tree-hashes.ts';
import { downloadTree, type WantedTree } from './download-tree.ts';
import { tidyTrees } from './tidy-trees.ts';

let server: Server;
let folder: string;
/** Answers a request; each test says how. */
let answer: RequestListener;
let asked: string[];

beforeEach(async () => {
  asked = [];
  folder = await mkdtemp(join(tmpdir(), 'trees-'));
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const store = () => ({ from: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder });

/** A tree of `leaves` leaves, each of one base unit; names ascend. */
async function madeTree(
  leaves: number,
  blockNumber = 7n,
): Promise<{ readonly bytes: Buffer; readonly tree: WantedTree }> {
  const bytes = Buffer.concat(
    Array.from({ length: leaves }, (_, index) => {
      const leaf = Buffer.alloc(64);
      leaf.writeUInt32BE(index + Number(blockNumber) * 1_000);
      leaf[47] = 1;
      return leaf;
    }),
  );
  const { root } = await readTreeFile(pieces(bytes), { wanted: [], hash: sha256 });
  return { bytes, tree: { currency: 'JU', blockNumber, root: root.hash, leaves } };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const sends =
  (bytes: Buffer, type = 'application/octet-stream'): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', type).end(bytes);
  };
const nameOf = ({ blockNumber, root }: WantedTree) => `JU-${blockNumber}-${bytesToHex(root).slice(2)}.tree`;

test('default: the file of a tree is stored under its currency, block and root, and asked for once', async () => {
  const { bytes, tree } = await madeTree(300);
  answer = sends(bytes);
  expect(await downloadTree(store(), tree)).toBeUndefined();
  expect(await downloadTree(store(), tree)).toBeUndefined();
  expect(asked).toEqual([treePath(bytesToHex(tree.root))]);
  expect(await readFile(join(folder, nameOf(tree)))).toEqual(bytes);
});

test.each<[what: string, listener: (bytes: Buffer) => RequestListener, problem: RegExp]>([
  ['hides it', () => (_, response) => response.writeHead(404).end('{}'), /not published: status 404, null$/],
  ['shows a page instead', (bytes) => sends(bytes, 'text/html'), /not published: status 200, text.html$/],
  ['leads elsewhere', () => (_, response) => response.writeHead(302, { location: '/other' }).end(), /redirect/],
  ['leaves out a leaf', (bytes) => sends(bytes.subarray(64)), /leads to another root$/],
  [
    'changes an amount',
    (bytes) => sends(Buffer.concat([bytes.subarray(0, -17), Buffer.from([9]), bytes.subarray(-16)])),
    /leads to another root$/,
  ],
  ['ends within a leaf', (bytes) => sends(bytes.subarray(0, -1)), /damaged: ends within leaf 300$/],
  ['sends nothing', () => sends(Buffer.alloc(0)), /damaged: no leaves$/],
  [
    'sends without end',
    (bytes) => (_, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      const more = () => {
        while (!response.destroyed && response.write(bytes));
      };
      response.on('drain', more);
      more();
    },
    /damaged: more than 19200 bytes$/,
  ],
  [
    'hangs up',
    (bytes) => (request, response) => {
      response
        .setHeader('content-type', 'application/octet-stream')
        .write(bytes.subarray(0, 6_400), () => request.socket.destroy());
    },
    /cannot be downloaded: /,
  ],
])('attack: a server that %s gets no file stored', async (_what, listener, problem) => {
  const { bytes, tree } = await madeTree(300);
  answer = listener(bytes);
  expect(await downloadTree(store(), tree)).toMatch(problem);
  expect(await readdir(folder)).toEqual([]);
  // Nothing is remembered: the tree is stored once it is published.
  answer = sends(bytes);
  expect(await downloadTree(store(), tree)).toBeUndefined();
});

test('error: a server that is not there, and a folder that cannot be written', async () => {
  const { bytes, tree } = await madeTree(4);
  expect(await downloadTree({ ...store(), from: 'http://127.0.0.1:1' }, tree)).toMatch(/cannot be downloaded: /);
  answer = sends(bytes);
  await writeFile(join(folder, 'file'), '');
  expect(await downloadTree({ ...store(), folder: join(folder, 'file') }, tree)).toMatch(/cannot be stored: /);
});

test('attack: a thief of the worker, who makes trees and anchors none, does not fill the disk', async () => {
  const trees = await Promise.all(Array.from({ length: 65 }, (_, index) => madeTree(4, BigInt(index))));
  const problems: (string | undefined)[] = [];
  for (const { bytes, tree } of trees) {
    answer = sends(bytes);
    problems.push(await downloadTree(store(), tree));
  }
  expect(problems.filter((problem) => problem !== undefined)).toEqual([
    '64 trees of JU wait for their roots in the contract',
  ]);
  // Another currency has its own limit.
  const { bytes, tree } = await madeTree(4, 999n);
  answer = sends(bytes);
  expect(await downloadTree(store(), { ...tree, currency: 'FMC' })).toBeUndefined();
});

test('behavior: trees before the newest anchored one are deleted, with parts; later ones stay', async () => {
  const trees = await Promise.all([5n, 6n, 7n, 8n].map((block) => madeTree(4, block)));
  for (const { bytes, tree } of trees) {
    answer = sends(bytes);
    expect(await downloadTree(store(), tree)).toBeUndefined();
  }
  const [, earlier, anchored, later] = trees.map(({ tree }) => tree);
  if (earlier === undefined || anchored === undefined || later === undefined) throw new Error('no trees');
  await writeFile(join(folder, `${nameOf(earlier)}.part`), 'killed');
  await writeFile(join(folder, 'README'), 'by hand');
  expect(await tidyTrees(store(), [anchored])).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['README', nameOf(anchored), nameOf(later)].sort());
});

test('attack: the trees before it stay while the server hides the newest anchored one, and it is named', async () => {
  const [first, second] = [await madeTree(4, 5n), await madeTree(4, 6n)];
  answer = sends(first.bytes);
  await downloadTree(store(), first.tree);
  answer = (_, response) => response.writeHead(404).end();
  // As after the loss of a disk, when the contract's root is all that is known of the tree.
  const { leaves: _unknown, ...anchored } = second.tree;
  expect(await tidyTrees(store(), [anchored])).toEqual([
    `${nameOf(second.tree)}: its file is not published: status 404, null`,
  ]);
  expect(await readdir(folder)).toEqual([nameOf(first.tree)]);
  answer = sends(second.bytes);
  expect(await tidyTrees(store(), [anchored])).toEqual([]);
  expect(await readdir(folder)).toEqual([nameOf(second.tree)]);
});
