import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStartOptions as readOptions } from './start-options.ts';

const readStartOptions = (args: string[]) => readOptions(args, 'npm start');

describe('readStartOptions', () => {
  test('default: existing data, the crowd, the port of the start before', () => {
    expect(readStartOptions([])).toEqual({ fresh: false, crowd: true, port: null, host: false, help: false });
  });

  test('behavior: each option changes its own setting', () => {
    expect(readStartOptions(['--fresh', '--no-crowd', '--port', '9000'])).toEqual({
      fresh: true,
      crowd: false,
      port: 9000,
      host: false,
      help: false,
    });
    expect(readStartOptions(['--host']).host).toBe(true);
    expect(readStartOptions(['--help']).help).toBe(true);
  });

  test.each(['1', '65535'])('behavior: accepts port %s', (port) => {
    expect(readStartOptions(['--port', port]).port).toBe(Number(port));
  });

  test.each(['0', '65536', '80.5', '0x50', '1e3', ' 80', '-1', 'http', ''])('behavior: refuses port "%s"', (port) => {
    expect(() => readStartOptions([`--port=${port}`])).toThrow('--port must be a number from 1 to 65535');
  });

  test.each([['--prot', '80'], ['8080'], ['--fresh=yes'], ['--port']])('behavior: refuses %s', (...args) => {
    expect(() => readStartOptions(args)).toThrow();
  });

  test('behavior: npm run dev is for this machine only', () => {
    expect(() => readOptions(['--host'], 'npm run dev')).toThrow('--host is an option of npm start');
    expect(readOptions(['--fresh'], 'npm run dev').fresh).toBe(true);
  });
});

test.each([
  ['start.ts', '--help', 0, 'stdout'],
  ['start.ts', '--prot', 2, 'stderr'],
  ['dev.ts', '--help', 0, 'stdout'],
  ['dev.ts', '--host', 2, 'stderr'],
] as const)('behavior: %s %s prints the options and exits with %i', (...[file, option, code, stream]) => {
  const started = spawnSync(process.execPath, [join(import.meta.dirname, file), option], { encoding: 'utf8' });
  expect(started.status).toBe(code);
  expect(started[stream]).toContain('--fresh');
});
