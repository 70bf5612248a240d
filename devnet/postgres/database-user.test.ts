import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseOwner, isReachableByAll } from './database-user.ts';

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const POSTGRES = 'postgres:x:107:113:PostgreSQL:/var/lib/postgresql:/bin/bash';

describe('chooseOwner', () => {
  test('default: the system user postgres', () => {
    expect(chooseOwner({ passwd: [ROOT, NOBODY, POSTGRES].join('\n') })).toEqual({ uid: 107, gid: 113 });
  });

  test('behavior: the second candidate where there is no postgres', () => {
    const passwd = [ROOT, 'postgres2:x:5:5::/:/bin/sh', NOBODY, ''].join('\n');
    expect(chooseOwner({ passwd })).toEqual({ uid: 65_534, gid: 65_533 });
  });

  test('behavior: the owner of existing data, unless that is root', () => {
    expect(chooseOwner({ dataOwner: { uid: 1_000, gid: 1_001 }, passwd: POSTGRES })).toEqual({
      uid: 1_000,
      gid: 1_001,
    });
    expect(chooseOwner({ dataOwner: { uid: 0, gid: 0 }, passwd: POSTGRES })).toEqual({ uid: 107, gid: 113 });
  });

  test('behavior: throws where there is neither', () => {
    expect(() => chooseOwner({ passwd: ROOT })).toThrow('no user called postgres or nobody');
  });
});

describe('isReachableByAll', () => {
  test('default: false as soon as one folder above denies entry to others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'database user '));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    chmodSync(inner, 0o755);
    chmodSync(folder, 0o755);
    // False on a machine whose folder for temporary files is closed itself.
    const isTmpdirOpen = isReachableByAll(folder);
    expect(isReachableByAll(join(inner, 'postgres'))).toBe(isTmpdirOpen);
    chmodSync(folder, 0o700);
    expect(isReachableByAll(join(inner, 'postgres'))).toBe(false);
    chmodSync(folder, 0o711);
    expect(isReachableByAll(join(inner, 'postgres'))).toBe(isTmpdirOpen);
  });
});
