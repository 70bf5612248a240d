import { describe, expect, test } from 'vitest';
import { serverSettings, sharedBuffersMib } from './settings.ts';

const GIB = 1024 ** 3;

describe('serverSettings', () => {
  test('default: durable, and reachable from this machine only', () => {
    const settings = serverSettings(54_320);
    expect(settings.filter((_argument, index) => index % 2 === 0).every((flag) => flag === '-c')).toBe(true);
    const durable = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];
    for (const setting of ['port=54320', 'listen_addresses=127.0.0.1', 'wal_compression=off', ...durable]) {
      expect(settings).toContain(setting);
    }
  });

  test('behavior: a throwaway server does not wait for the disk, but answers as durably after a kill', () => {
    const settings = serverSettings(54_320, { throwaway: true });
    for (const setting of ['fsync=off', 'full_page_writes=off', 'synchronous_commit=on'])
      expect(settings).toContain(setting);
    expect(settings).not.toContain('fsync=on');
  });
});

describe('sharedBuffersMib', () => {
  test.each([
    [{ limit: 0, total: 4 * GIB }, 512],
    [{ limit: 2 * GIB, total: 64 * GIB }, 256],
    [{ limit: 2 ** 63, total: 4 * GIB }, 512],
    [{ limit: 0, total: 64 * GIB }, 1_024],
    [{ limit: 256 * 1024 ** 2, total: 64 * GIB }, 128],
  ])('default: an eighth of the memory within its bounds: %j', (memory, expected) => {
    expect(sharedBuffersMib(memory)).toBe(expected);
  });
});
