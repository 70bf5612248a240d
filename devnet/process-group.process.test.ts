import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processIdentity } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const PROGRAM = join(FIXTURES, 'run-until-signal.ts');

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

type StartedGroup = { start: ChildProcess; pids: number[]; output: () => string };

/** Starts the group of the fixture and waits until its four processes run: itself, the resource, two programs. */
function startGroup(): Promise<StartedGroup> {
  return startFixture('group-of-three.ts');
}

async function startFixture(name: string, ...args: string[]): Promise<StartedGroup> {
  const start = spawn(process.execPath, [join(FIXTURES, name), dataDir, PROGRAM, ...args], {
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
    const { start, pids, output } = await startGroup();
    expect(pids).toHaveLength(4);
    start.kill(signal);
    start.kill(signal);
    expect(await waitUntil(() => areGone(pids), 10_000)).toBe(true);
    await waitUntil(() => start.exitCode !== null, 5_000);
    expect(start.exitCode).toBe(0);
    expect(output().match(/Stopping …\n|Stopped\. The next start resumes/g)).toHaveLength(2);
  });

  test('behavior: a killed start is cleaned up by the next one', async () => {
    const first = await startGroup();
    first.start.kill('SIGKILL');
    await waitUntil(() => first.start.signalCode !== null, 5_000);
    expect(areGone(first.pids)).toBe(false);
    const second = await startGroup();
    expect(second.output()).toContain('earlier run');
    expect(areGone(first.pids)).toBe(true);
    second.start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(second.pids), 10_000)).toBe(true);
  });

  test('behavior: a start that still runs is ended by the next one', async () => {
    const first = await startGroup();
    const second = await startGroup();
    expect(areGone(first.pids)).toBe(true);
    expect(first.output()).toContain(`Ended by another start in this folder (process ${second.start.pid}).`);
    second.start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(second.pids), 10_000)).toBe(true);
  });

  test('behavior: a program that exits is reported and restarted', async () => {
    const { start, pids, output } = await startGroup();
    const log = join(dataDir, 'logs', 'brief.log');
    expect(await waitUntil(() => readFileSync(log, 'utf8').includes('brief started\nbrief started'), 10_000)).toBe(
      true,
    );
    expect(output()).toContain('brief exited (code 3)');
    start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(pids), 10_000)).toBe(true);
  });

  test('behavior: a resource that is killed is reported and restarted each time, and ends with the group', async () => {
    const { start, output } = await startFixture('group-with-a-restarted-resource.ts');
    for (let restarts = 1; restarts <= 2; restarts += 1) {
      process.kill(recordedPids().at(-1) ?? 0, 'SIGKILL');
      const runsAgain = () => output().split('The database runs again.').length === restarts + 1;
      expect(await waitUntil(runsAgain, 10_000)).toBe(true);
    }
    expect(output()).toContain('The database ended by itself and is restarted with its data; its log is /logs/of the');
    const pids = recordedPids();
    expect(areGone(pids)).toBe(false);
    start.kill('SIGTERM');
    expect(await waitUntil(() => areGone(pids), 10_000)).toBe(true);
    expect(output()).not.toContain('is dead');
  });

  test('behavior: a resource that cannot be restarted ends the group with code 1 and names it', async () => {
    const { start, output } = await startFixture('group-with-a-restarted-resource.ts', 'fails');
    process.kill(recordedPids().at(-1) ?? 0, 'SIGKILL');
    expect(await waitUntil(() => start.exitCode !== null, 30_000)).toBe(true);
    expect(start.exitCode).toBe(1);
    expect(output()).toContain('The database did not start: no room');
    expect(output()).toContain('The database is dead: it failed 5 times in a row. Its log is /logs/of the resource');
  }, 40_000);
});
