import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSchemaFiles } from './schema-files.ts';

function folderOf(files: Readonly<Record<string, string>>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return pathToFileURL(`${folder}/`);
}

const FILES = {
  '0001-first.sql': '-- The first.\n-- Uses: functions/b/early.sql\nselect 1;',
  '0002-second.sql': 'select 2;',
  'functions/a/late.sql': '-- Uses: functions/c/used.sql, functions/b/early.sql\nselect 3;',
  'functions/b/early.sql': 'select 4;',
  'functions/c/used.sql': 'select 5;',
  'views/a/shown.sql': '-- Uses: functions/a/late.sql\nselect 6;',
};

describe('readSchemaFiles', () => {
  test('default: orders migrations by name, each after its dependencies, then functions, then views', async () => {
    const files = await readSchemaFiles(folderOf(FILES));
    expect(files.map(({ name }) => name)).toEqual([
      'functions/b/early.sql',
      '0001-first.sql',
      '0002-second.sql',
      'functions/c/used.sql',
      'functions/a/late.sql',
      'views/a/shown.sql',
    ]);
    expect(files.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name)).toEqual([
      '0001-first.sql',
      '0002-second.sql',
    ]);
  });

  test('behavior: a changed function changes the checksums of its dependents, but never a migration’s', async () => {
    const before = await readSchemaFiles(folderOf(FILES));
    const after = await readSchemaFiles(folderOf({ ...FILES, 'functions/b/early.sql': 'select 44;' }));
    const changed = after.filter(({ checksum }, index) => checksum !== before[index]?.checksum);
    expect(changed.map(({ name }) => name)).toEqual([
      'functions/b/early.sql',
      'functions/a/late.sql',
      'views/a/shown.sql',
    ]);
  });

  test.each([
    [
      'a file that is missing',
      { '0001-a.sql': '-- Uses: functions/a/none.sql\n' },
      /uses functions\/a\/none\.sql, which/,
    ],
    ['a migration', { '0001-a.sql': '', 'views/a/b.sql': '-- Uses: 0001-a.sql\n' }, /uses 0001-a\.sql, which is not/],
    [
      'itself by another',
      { 'views/a/b.sql': '-- Uses: views/a/c.sql\n', 'views/a/c.sql': '-- Uses: views/a/b.sql\n' },
      /in a circle: views\/a\/b\.sql → views\/a\/c\.sql → views\/a\/b\.sql/,
    ],
  ])('behavior: a file that uses %s is refused', async (_, files, message) => {
    await expect(readSchemaFiles(folderOf(files))).rejects.toThrow(message);
  });
});
