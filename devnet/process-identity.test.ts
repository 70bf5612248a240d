import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePsLine, parseStartTime, processIdentity } from './process-identity.ts';

/** The text of /proc/PID/stat; the start time is field 22. */
const stat = (name: string, state = 'S') =>
  `4711 (${name}) ${state} ${Array.from({ length: 49 }, (_unused, index) => index + 4).join(' ')}\n`;

describe('parseStartTime', () => {
  test('default: field 22', () => {
    expect(parseStartTime(stat('node'))).toBe('22');
  });

  test.each(['tmux: server', 'a) S 1 (b', '(sd-pam)'])('behavior: a process name "%s" shifts no field', (name) => {
    expect(parseStartTime(stat(name))).toBe('22');
  });

  test('behavior: null for a zombie and for a truncated text', () => {
    expect(parseStartTime(stat('node', 'Z'))).toBeNull();
    expect(parseStartTime('4711 (node) S 1 2')).toBeNull();
  });
});

describe('parsePsLine', () => {
  test('default: start time and command line', () => {
    expect(parsePsLine(7, 'Sat Nov 21 09:46:10 2026 /usr/bin/node start.ts --fresh\n')).toEqual({
      pid: 7,
      startedAt: 'Sat Nov 21 09:46:10 2026',
      commandLine: '/usr/bin/node start.ts --fresh',
    });
  });

  test('behavior: null when ps printed nothing', () => {
    expect(parsePsLine(7, '\n')).toBeNull();
  });
});

describe('processIdentity', () => {
  test('default: the command line of a running process, the same at every call', () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', 'marker of this test'], {
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const identity = processIdentity(child.pid ?? 0);
    expect(identity).toMatchObject({ pid: child.pid, commandLine: expect.stringContaining('marker of this test') });
    expect(processIdentity(child.pid ?? 0)).toEqual(identity);
  });

  test('behavior: null once the process has exited', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await new Promise((done) => child.once('close', done));
    expect(processIdentity(child.pid ?? 0)).toBeNull();
  });
});
