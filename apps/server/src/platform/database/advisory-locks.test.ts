import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const SERVER = join(import.meta.dirname, '..', '..', '..');

/** The sources of the server and of its schema, by path. */
function readSources(): [path: string, text: string][] {
  return ['src', 'migrations'].flatMap((folder) =>
    readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|sql)$/.test(path) && !path.includes('.test.'))
      .map((path): [string, string] => [`${folder}/${path}`, readFileSync(join(SERVER, folder, path), 'utf8')]),
  );
}

const LOCK_CALL = /pg_(?:try_)?advisory_\w+\(\s*(\d[\d_]*)\s*\)/g;

test('no two locks have the same number', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('SQL only uses lock numbers of this list; TypeScript uses the names', () => {
  const written = readSources().flatMap(([path, text]) =>
    [...text.matchAll(LOCK_CALL)].map(([, number = '']) => ({ path, number: BigInt(number.replaceAll('_', '')) })),
  );
  expect(written.filter(({ path }) => path.endsWith('.ts'))).toEqual([]);
  expect(new Set(written.map(({ number }) => number))).toEqual(
    new Set([
      ADVISORY_LOCKS.autoMint,
      ADVISORY_LOCKS.autoMintNext,
      ADVISORY_LOCKS.bindings,
      ADVISORY_LOCKS.bindingTimes,
      ADVISORY_LOCKS.machineClaims,
      ADVISORY_LOCKS.miningDays,
      ADVISORY_LOCKS.poolDays,
      ADVISORY_LOCKS.withdrawalRequests,
    ]),
  );
});
