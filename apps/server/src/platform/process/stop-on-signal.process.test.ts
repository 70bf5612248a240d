import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Returns how many files of compiled code the killed process left; it had called `stopOnSignal` or nothing. */
async function countStored(statement: string): Promise<number> {
  const cache = mkdtempSync(join(tmpdir(), 'city-mint-compiled-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const script = `
    import { stopOnSignal } from './stop-on-signal.ts';
    ${statement};
    setInterval(() => {}, 1_000);
    console.log('running');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

test('default: a killed process leaves its compiled code for the next start', async () =>
  expect(await countStored('stopOnSignal({}, async () => undefined)')).toBeGreaterThan(0));

test('broken twin: a process that only loaded the same code leaves none', async () =>
  expect(await countStored('')).toBe(0));
