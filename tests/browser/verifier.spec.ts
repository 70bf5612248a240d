import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_ADDRESSES } from '@city-mint/devnet/operators';
import { expect, test } from '@playwright/test';
import { run } from '../../apps/verify/src/run.ts';
import { checksumsOf } from '../../tools/release/assemble.ts';
import { CHAIN_ID, systemAddresses } from './system/system-addresses.ts';

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

test('the journal has the heads of the contract, and operators signed each entry of their log', async () => {
  const journal = () => verify(['journal', '--from', url, ...CONTRACT]);
  await expect.poll(async () => (await journal()).code).toBe(0);
  const { lines } = await journal();
  expect(lines[0]).toMatch(/^agrees: the entries 1 to [1-9]\d* are one chain of hashes$/);
  expect(lines[1]).toMatch(/^agrees: the contract has [1-9]\d* of its hashes, .* as 1 nodes say$/);

  const system = ['--vault', contracts.vault, '--chain-id', String(CHAIN_ID)];
  const operators = (addresses: readonly string[]) =>
    verify(['operators', '--from', url, ...system, ...addresses.flatMap((address) => ['--operator', address])]);
  const { code, lines: signed } = await operators(OPERATOR_ADDRESSES);
  expect([code, signed[0]]).toEqual([0, expect.stringMatching(/^agrees: [1-9]\d* entries, each as operators signed/)]);
  const [, ...others] = OPERATOR_ADDRESSES;
  expect(await operators(others)).toMatchObject({ code: 1, lines: [expect.stringContaining(': operator: 0x')] });
});
