import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readLocalDatabase } from './local-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local database '));
  mkdirSync(join(dataDir, 'cluster'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

test('default: the port that the server writes and the stored password', () => {
  writeFileSync(join(dataDir, 'password'), 'secret');
  const state = `1\n${dataDir}\n1790000000\n54321\n\n127.0.0.1\n 1 2\nready\n`;
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), state);
  expect(readLocalDatabase(dataDir)).toEqual({ url: 'postgres://postgres:secret@127.0.0.1:54321/city_mint' });
});

test('behavior: none where no server runs, or one that starts', () => {
  expect(readLocalDatabase(dataDir)).toBeNull();
  writeFileSync(join(dataDir, 'password'), 'secret');
  expect(readLocalDatabase(dataDir)).toBeNull();
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), '1\n');
  expect(readLocalDatabase(dataDir)).toBeNull();
});
