import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { processIdentity } from '@city-mint/devnet/process-identity';
import { endRecorded } from '@city-mint/devnet/run-record';
import { ADDRESSES_VARIABLE } from '../system/system-addresses.ts';

const RUNS = join(import.meta.dirname, '..', '..', '..', '.data', 'test');
const PROGRAM = join(import.meta.dirname, '..', 'system', 'run-system.ts');

/** Starts the whole system once for all tests, with its addresses in SYSTEM_ADDRESSES; returns how to end it. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export.
export default async function startSystem(): Promise<() => Promise<void>> {
  await endAbandoned();
  const dataDir = join(RUNS, `browser-${process.pid}`);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const startedAt = performance.now();
  const system = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.env[ADDRESSES_VARIABLE] = await firstLine(system);
  console.log(`The system runs (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  return async () => {
    await endSystem(system);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function firstLine(system: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (system.stdout === null) throw new Error('the system has no output');
    createInterface({ input: system.stdout }).once('line', resolve);
    system.once('exit', (code) => reject(new Error(`the system did not start (code ${code})`)));
  });
}

async function endSystem(system: ChildProcess): Promise<void> {
  if (system.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => system.once('exit', () => resolve()));
  system.kill('SIGTERM');
  await ended;
}

/** Cleans up after runs that were killed. */
async function endAbandoned(): Promise<void> {
  if (!existsSync(RUNS)) return;
  for (const name of readdirSync(RUNS)) {
    const [, pid] = /^browser-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || processIdentity(Number(pid)) !== null) continue;
    await endRecorded(join(RUNS, name, 'run.json'));
    rmSync(join(RUNS, name), { recursive: true, force: true });
  }
}
