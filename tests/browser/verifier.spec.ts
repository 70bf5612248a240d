import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from '../../apps/verify/src/run.ts';
import { checksumsOf } from '../../tools/release/assemble.ts';
import { systemAddresses } from './system/system-addresses.ts';

/* The stand-alone verifier against the running system, as a stranger runs it. */

const { url, rpcUrl, contracts, webDist, treesFolder } = systemAddresses();
const CONTRACT = ['--fmc', contracts.fmc, '--anchors', contracts.anchors, '--node', rpcUrl];

async function verify(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const bytes = async function* (path: string) {
    yield files[path] === undefined ? await readFile(path) : Buffer.from(files[path]);
  };
  const code = await run(args, { bytes, write: (line) => lines.push(line) });
  return { code, lines };
}

test('the page that the server sends is that of the build, and no other build’s', async () => {
  const sums = checksumsOf(webDist, 'apps/web/dist/');
  const { code, lines } = await verify(['page', 'SUMS', '--from', url], { SUMS: sums });
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^agrees: [1-9]\d\d files of the page/)]);
  const [line = '', script] = /^.* apps\/web\/dist(\/.*first-load-[\w-]+\.js)$/m.exec(sums) ?? [];
  const changed = sums.replace(line, `${'0'.repeat(64)}${line.slice(64)}`);
  const other = await verify(['page', 'SUMS', '--from', url], { SUMS: changed });
  expect([other.code, other.lines]).toEqual([1, [expect.stringContaining(`${script}: not the release`)]]);
});

test('the trees of the roots in the contract are published, and in the auditor’s folder byte by byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-'));
  const mirror = () => verify(['mirror', '--from', url, '--folder', folder, ...CONTRACT]);
  await expect.poll(async () => (await mirror()).lines.filter((line) => line.startsWith('agrees: ')).length).toBe(2);
  const stored = new Map(
    (await readdir(treesFolder)).map((name) => [name.slice(-'.tree'.length - 64), join(treesFolder, name)]),
  );
  const files = await readdir(folder);
  let agreeing = 0;
  for (const name of files) {
    const { code } = await verify(['tree', join(folder, name), ...CONTRACT]);
    // Others wait for their root in the contract, and for the auditor.
    if (code !== 0) continue;
    agreeing += 1;
    const ofAuditor = stored.get(name);
    expect(ofAuditor && readFileSync(ofAuditor)).toEqual(readFileSync(join(folder, name)));
  }
  expect(agreeing).toBeGreaterThanOrEqual(2);
  await rm(folder, { recursive: true });
});
