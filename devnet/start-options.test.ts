import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStartOptions } from './start-options.ts';

describe('readStartOptions', () => {
  test('default: existing data, the crowd, port 8080', () => {
    expect(readStartOptions([])).toEqual({ fresh: false, crowd: true, port: 8080, host: false, help: false });
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
});

test.each([
  ['--help', 0, 'stdout'],
  ['--prot', 2, 'stderr'],
] as const)('behavior: npm start -- %s prints the options and exits with %i', (option, code, stream) => {
  const started = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts'), option], { encoding: 'utf8' });
  expect(started.status).toBe(code);
  expect(started[stream]).toContain('--fresh');
});
