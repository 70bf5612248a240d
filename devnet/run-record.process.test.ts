import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processIdentity } from './process-identity.ts';
import { endRecorded, openRunRecord } from './run-record.ts';
import { waitUntil } from './wait-until.ts';

const PROGRAM = join(import.meta.dirname, 'fixtures', 'run-until-signal.ts');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run record '));
  file = join(folder, 'run.json');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Starts a process that runs until a signal and returns its pid. */
function startProgram(): number {
  const child = spawn(process.execPath, [PROGRAM, 'recorded'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

describe('openRunRecord', () => {
  test('default: the file has every added process in order', () => {
    const record = openRunRecord(file);
    const other = startProgram();
    record.add(process.pid);
    record.add(other);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([processIdentity(process.pid), processIdentity(other)]);
    expect(readdirSync(folder)).toEqual(['run.json']);
  });

  test('behavior: a process that does not run is not recorded', () => {
    openRunRecord(file).add(0);
    expect(existsSync(file)).toBe(false);
  });

  test('behavior: clear removes the file, and may be called twice', () => {
    const record = openRunRecord(file);
    record.add(process.pid);
    record.clear();
    record.clear();
    expect(existsSync(file)).toBe(false);
  });
});

describe('endRecorded', () => {
  test('default: ends the processes of a record and removes the file', async () => {
    const pids = [startProgram(), startProgram()];
    const record = openRunRecord(file);
    for (const pid of pids) record.add(pid);
    expect(await endRecorded(file)).toBe(2);
    expect(pids.map(processIdentity)).toEqual([null, null]);
    expect(existsSync(file)).toBe(false);
    expect(await endRecorded(file)).toBe(0);
  });

  test('behavior: an unrelated process with a recorded pid is not signalled', async () => {
    const identity = processIdentity(startProgram());
    const entries = [{ ...identity, startedAt: '1' }, { ...identity, commandLine: 'other' }, { pid: 0 }, 'x'];
    writeFileSync(file, JSON.stringify(entries));
    expect(await endRecorded(file)).toBe(0);
    expect(processIdentity(identity?.pid ?? 0)).toEqual(identity);
  });

  test('behavior: when the starter is gone, the last started process ends first', async () => {
    const logFile = join(folder, 'log');
    const program = `const { appendFileSync } = require('node:fs');
      const log = (word) => appendFileSync(process.argv[1], word + process.argv[2] + ' ');
      process.on('SIGINT', () => { log('end-'); process.exit(); });
      setInterval(() => {}, 1000);
      log('start-');`;
    const names = ['database', 'chain', 'program'];
    const children = names.map((name) => spawn(process.execPath, ['-e', program, logFile, name], { stdio: 'ignore' }));
    onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
    const readLog = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split(' ') : []);
    expect(await waitUntil(() => readLog().length === 3, 10_000)).toBe(true);
    const recorded = children.map(({ pid }) => processIdentity(pid ?? 0));
    writeFileSync(file, JSON.stringify([{ ...recorded[0], startedAt: 'long ago' }, ...recorded]));
    expect(await endRecorded(file)).toBe(3);
    expect(readLog().slice(3)).toEqual(['end-program', 'end-chain', 'end-database']);
  });
});
