import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHex } from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EXIT, run } from '../run.ts';
import { answerAs, JU_TOKEN } from '../testing/fake-nodes.ts';
import { type PublishedTree, publishTree } from '../testing/published.ts';

const ANCHORS = `0x${'6'.repeat(40)}`;
const FMC = `0x${'f'.repeat(40)}`;
const NODES = ['https://one.example', 'https://two.example'];
const CONTRACT = ['--fmc', FMC, '--anchors', ANCHORS, ...NODES.flatMap((node) => ['--node', node])];
const FROM = 'https://mint.example';

const trees = {
  old: publishTree('JU', { users: 3, of: 1 }),
  JU: publishTree('JU', { users: 9, of: 1 }),
  FMC: publishTree('FMC', { users: 4, of: 1 }),
  waiting: publishTree('JU', { users: 10, of: 1 }),
};

function anchored({ root, total }: PublishedTree, asOfBlock: bigint) {
  if (!isHex(root)) throw new TypeError('no hex');
  return { root, total, asOfBlock };
}

const CONTENTS = {
  liabilities: {
    [JU_TOKEN]: [anchored(trees.old, 5n), anchored(trees.JU, 7n)],
    [FMC]: [anchored(trees.FMC, 7n)],
  },
};

/** Files of the server by the name of their root; other answers are JSON. */
let served: Map<string, Uint8Array>;
let stated: readonly string[];
let fetched: string[];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirror-'));
  served = new Map(Object.values(trees).map(({ root, file }) => [root.slice(2), file]));
  [stated, fetched] = [[trees.waiting.root], []];
  answerAs(Object.fromEntries(NODES.map((node) => [node, CONTENTS])));
  const nodes = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit) => {
    const { origin, pathname } = new URL(url);
    if (origin !== FROM) return nodes(url, init);
    fetched.push(pathname);
    if (pathname === '/api/app/proof') return Response.json({ data: { roots: stated.map((root) => ({ root })) } });
    const file = served.get(pathname.replace('/api/app/proof/trees/', ''));
    if (file === undefined) return Response.json({ error: 'not-found' });
    return new Response(Uint8Array.from(file), { headers: { 'content-type': 'application/octet-stream' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

async function verify(args: readonly string[], file: Uint8Array = new Uint8Array()) {
  const lines: string[] = [];
  const bytes = async function* () {
    yield file.subarray(0, 100);
    yield file.subarray(100);
  };
  const code = await run(args, { bytes, write: (line) => void lines.push(line) });
  return { code, lines };
}

describe('the file of a tree', () => {
  test('default: is the one of a root of the contract, and says whether that pays', async () => {
    const newest = await verify(['tree', 'file', ...CONTRACT], trees.JU.file);
    expect(newest).toEqual({
      code: EXIT.agrees,
      lines: [
        `agrees: 36 leaves lead to the root ${trees.JU.root} and the total 0.000000000000045`,
        'agrees: the contract has this root of JU, block 7, the newest, as 2 nodes say',
      ],
    });
    const older = await verify(['tree', 'file', ...CONTRACT], trees.old.file);
    expect(older.lines[1]).toContain('of JU, block 5, older than that of block 7, which would pay, as 2 nodes say');
    expect((await verify(['tree', 'file', ...CONTRACT], trees.FMC.file)).lines[1]).toContain('of FMC, block 7');
    expect((await verify(['tree', 'file'], trees.FMC.file)).lines[1]).toBe(
      'the root was not compared with the contract',
    );
  });

  test('attack: changed bytes are found, wherever they are', async () => {
    for (let at = 0; at < trees.FMC.file.length; at += 7) {
      const changed = trees.FMC.file.map((byte, index) => (index === at ? byte ^ 1 : byte));
      const { code, lines } = await verify(['tree', 'file', ...CONTRACT], changed);
      expect(code).toBe(EXIT.differs);
      expect(lines[0]).toContain(`it is none of the contract’s newest roots: 2 of JU, the last ${trees.JU.root}, `);
      expect(lines[0]).toContain('; older ones were not compared');
    }
  });
});

describe('a mirror', () => {
  const mirror = () => verify(['mirror', '--from', FROM, '--folder', folder, ...CONTRACT]);
  const names = (...of: readonly PublishedTree[]) => of.map(({ root }) => `${root.slice(2)}.tree`).sort();

  test('default: stores newest anchored trees and waiting ones, fetches each once, deletes earlier', async () => {
    writeFileSync(join(folder, names(trees.old)[0] ?? ''), trees.old.file);
    writeFileSync(join(folder, 'notes.txt'), 'of another');
    const first = await mirror();
    expect([first.code, first.lines.length]).toEqual([EXIT.agrees, 3]);
    expect(readdirSync(folder).sort()).toEqual([...names(trees.JU, trees.FMC, trees.waiting), 'notes.txt'].sort());
    for (const { root, file } of [trees.JU, trees.FMC])
      expect(readFileSync(join(folder, `${root.slice(2)}.tree`))).toEqual(Buffer.from(file));
    const before = fetched.length;
    expect(await mirror()).toEqual(first);
    expect(fetched.slice(before)).toEqual(['/api/app/proof']);
  });

  test('behavior: parts of mirrors that were killed are deleted after an hour, of others not', async () => {
    const parts = [11, 12].map((pid) => `${trees.JU.root.slice(2)}.tree.${pid}.part`);
    for (const part of parts) writeFileSync(join(folder, part), 'part');
    const [old = '', running = ''] = parts;
    utimesSync(join(folder, old), new Date(), new Date(Date.now() - 61 * 60_000));
    await mirror();
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([running]);
  });

  test('attack: a server that sends another tree, a part of one or none changes no file', async () => {
    writeFileSync(join(folder, names(trees.old)[0] ?? ''), trees.old.file);
    const name = trees.JU.root.slice(2);
    for (const [lie, code] of [
      [trees.old.file, EXIT.differs],
      [trees.JU.file.subarray(0, 128), EXIT.differs],
      [trees.JU.file.subarray(0, 100), EXIT.differs],
      [undefined, EXIT.unread],
    ] as const) {
      served.delete(name);
      if (lie !== undefined) served.set(name, lie);
      expect((await mirror()).code).toBe(code);
      expect(readdirSync(folder)).toEqual(names(trees.old));
    }
  });

  test('attack: a server that states roots without trees, or what is no root, delays nothing', async () => {
    stated = [`0x${'ab'.repeat(32)}`, '../../notes', trees.waiting.root];
    expect((await mirror()).lines).toHaveLength(3);
    expect(readdirSync(folder).sort()).toEqual(names(trees.JU, trees.FMC, trees.waiting));
  });
});
