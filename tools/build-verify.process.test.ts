import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANN, loneEntry, SYSTEM } from '@city-mint/api-contract/operator-client/testing/signed-entries';
import { publishRound } from '@city-mint/verify/testing/published';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MOST_BYTES = 150_000;

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'city-mint-verify-'));
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-verify.ts'), folder]);
  program = join(folder, 'verify.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built file in a folder that has nothing else. */
function verify(text: string, command = 'settlement', ...options: readonly string[]) {
  writeFileSync(join(folder, 'file.jsonl'), text);
  const args = ['verify.mjs', command, 'file.jsonl', ...options];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

test('the verifier is one small file that imports nothing but Node', () => {
  const source = readFileSync(program, 'utf8');
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(MOST_BYTES);
  const imports = [...source.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)].map(([, name]) => name);
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((name) => name?.startsWith('node:') !== true)).toEqual([]);
});

test('it verifies a settlement file, names a difference, and says so by its exit code', () => {
  const text = publishRound('12', [600, 400], 1_000);
  expect(verify(text)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^agrees: round 12, minted, 2 orders/),
  });
  const changed = text.replace('"principal":"594"', '"principal":"595"');
  expect(verify(changed)).toMatchObject({
    status: 1,
    stdout: 'DIFFERS line 2: result.principal: is "595", recomputed "594"\n',
  });
});

test('it recovers the signer of an operator’s action', async () => {
  const items = [await loneEntry()];
  const options = ['--operator', ANN.address, '--vault', SYSTEM.vault, '--chain-id', `${SYSTEM.chainId}`];
  const answer = JSON.stringify({ items, nextCursor: null });
  expect(verify(answer, 'operators', ...options)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`\n${ANN.address} signed 1\n`),
  });
  expect(verify(answer.replaceAll('nothing works', 'it works'), 'operators', ...options)).toMatchObject({
    status: 1,
    stdout: 'DIFFERS entry 71 (pause): the operator did not sign it\n',
  });
});

test('the static page of the exit is a document and one classic script, which load nothing else', () => {
  const document = readFileSync(join(folder, 'exit/index.html'), 'utf8');
  expect([...document.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual(['exit.js']);
  const script = readFileSync(join(folder, 'exit/exit.js'), 'utf8');
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(MOST_BYTES);
  expect(script).not.toMatch(/\bimport\s*[({"']|\bexport\s*[{*]|importScripts/);
});
