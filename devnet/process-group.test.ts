import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processIdentity } from './process-identity.ts';
import { endRecorded } from './run-record.ts';
import { waitUntil } from './wait-until.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const STAY = join(FIXTURES, 'stay.ts');

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'process group '));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

function recordedPids(): number[] {
  const record: unknown = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  return Array.isArray(record) ? record.map((entry: { pid: number }) => entry.pid) : [];
}

const areGone = (pids: number[]) => pids.every((pid) => processIdentity(pid) === null);

/** Starts the small group and waits until it has four processes: itself, the resource, two programs. */
async function startGroup(): Promise<{ start: ChildProcess; pids: number[]; output: () => string }> {
  const start = spawn(process.execPath, [join(FIXTURES, 'group-of-three.ts'), dataDir, STAY], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void start.kill('SIGKILL'));
  let output = '';
  start.stdout?.on('data', (chunk) => (output += String(chunk)));
  expect(await waitUntil(() => output.includes('ready'), 10_000)).toBe(true);
  return { start, pids: recordedPids(), output: () => output };
}

describe('openProcessGroup', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('behavior: %s leaves no process behind', async (signal) => {
    const { start, pids } = await startGroup();
    expect(pids).toHaveLength(4);
    start.kill(signal);
    start.kill(signal);
    expect(await waitUntil(() => areGone(pids), 10_000)).toBe(true);
    await waitUntil(() => start.exitCode !== null, 5_000);
    expect(start.exitCode).toBe(0);
  });

  test('behavior: a killed start is cleaned up by the next one', async () => {
    const first = await startGroup();
    first.start.kill('SIGKILL');
    await waitUntil(() => first.start.signalCode !== null, 5_000);
    expect(areGone(first.pids)).toBe(false);
    const second = await startGroup();
    expect(second.output()).toContain('earlier start');
    expect(areGone(first.pids)).toBe(true);
    second.start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(second.pids), 10_000)).toBe(true);
  });

  test('behavior: a start that still runs gives way to the next one', async () => {
    const first = await startGroup();
    const second = await startGroup();
    expect(areGone(first.pids)).toBe(true);
    second.start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(second.pids), 10_000)).toBe(true);
  });

  test('behavior: a program that ends is told of and started again', async () => {
    const { start, pids, output } = await startGroup();
    const log = join(dataDir, 'logs', 'brief.log');
    expect(await waitUntil(() => readFileSync(log, 'utf8').includes('brief is here\nbrief is here'), 10_000)).toBe(
      true,
    );
    expect(output()).toContain('brief ended (code 3)');
    start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(pids), 10_000)).toBe(true);
  });
});

describe('endRecorded', () => {
  test('behavior: a stranger with a recorded number is left alone', async () => {
    const stranger = spawn(process.execPath, [STAY, 'stranger'], { stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const identity = processIdentity(stranger.pid ?? 0);
    const file = join(dataDir, 'run.json');
    writeFileSync(
      file,
      JSON.stringify([{ ...identity, startedAt: '1' }, { ...identity, commandLine: 'other' }, { pid: 0 }, 'x']),
    );
    expect(await endRecorded(file)).toBe(0);
    expect(processIdentity(stranger.pid ?? 0)).toEqual(identity);
  });

  test('behavior: where the starter is gone, who was started last ends first', async () => {
    const told = join(dataDir, 'told');
    const program = `const { appendFileSync } = require('node:fs');
      const tell = (word) => appendFileSync(process.argv[1], word + process.argv[2] + ' ');
      process.on('SIGINT', () => { tell('end-'); process.exit(); });
      setInterval(() => {}, 1000);
      tell('up-');`;
    const names = ['database', 'chain', 'program'];
    const children = names.map((name) => spawn(process.execPath, ['-e', program, told, name], { stdio: 'ignore' }));
    onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
    const readTold = () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split(' ') : []);
    expect(await waitUntil(() => readTold().length === 3, 10_000)).toBe(true);
    const file = join(dataDir, 'run.json');
    const recorded = children.map(({ pid }) => processIdentity(pid ?? 0));
    writeFileSync(file, JSON.stringify([{ ...recorded[0], startedAt: 'long ago' }, ...recorded]));
    expect(await endRecorded(file)).toBe(3);
    expect(readTold().slice(3)).toEqual(['end-program', 'end-chain', 'end-database']);
  });
});
