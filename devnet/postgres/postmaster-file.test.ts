import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { processIdentity } from '../process-identity.ts';
import { endLeftover, isReady } from './postmaster-file.ts';

const UNRELATED_PROGRAM = join(import.meta.dirname, '..', 'fixtures', 'run-until-signal.ts');

let cluster: string;
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'postmaster file '));
  onTestFinished(() => rmSync(cluster, { recursive: true, force: true }));
});

const pidFile = () => join(cluster, 'postmaster.pid');
const writePidFile = (pid: number, status: string) =>
  writeFileSync(pidFile(), `${pid}\n${cluster}\n1790000000\n5432\n\n127.0.0.1\n 1 2\n${status}\n`);

describe('isReady', () => {
  test('default: true when the server with this pid has written "ready"', () => {
    writePidFile(4_711, 'ready   ');
    expect(isReady(cluster, 4_711)).toBe(true);
    expect(isReady(cluster, 4_712)).toBe(false);
  });

  test('behavior: false while it starts, and without a file', () => {
    expect(isReady(cluster, 4_711)).toBe(false);
    writePidFile(4_711, 'starting');
    expect(isReady(cluster, 4_711)).toBe(false);
  });
});

describe('endLeftover', () => {
  test('default: nothing to do without a file', async () => {
    await endLeftover(cluster);
    expect(() => readFileSync(pidFile())).toThrow('ENOENT');
  });

  test('behavior: the pid of an unrelated process is replaced by ours, and the process runs on', async () => {
    const unrelated = spawn(process.execPath, [UNRELATED_PROGRAM, 'unrelated'], { stdio: 'ignore' });
    onTestFinished(() => void unrelated.kill('SIGKILL'));
    writePidFile(unrelated.pid ?? 0, 'ready');
    const [, ...otherLines] = readFileSync(pidFile(), 'utf8').split('\n');
    await endLeftover(cluster);
    expect(readFileSync(pidFile(), 'utf8').split('\n')).toEqual([String(process.pid), ...otherLines]);
    expect(processIdentity(unrelated.pid ?? 0)).not.toBeNull();
  });

  test('behavior: a server of these data is ended', async () => {
    // The arguments of a server, which is what identifies one.
    const server = spawn(process.execPath, [UNRELATED_PROGRAM, 'postgres', '600000', '-D', cluster, '-c', 'x'], {
      stdio: 'ignore',
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    writePidFile(server.pid ?? 0, 'ready');
    await endLeftover(cluster);
    expect(processIdentity(server.pid ?? 0)).toBeNull();
  });
});
