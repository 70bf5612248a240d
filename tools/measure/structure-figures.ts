import { dirname } from 'node:path';
import type { SourceFile } from '../architecture/source-file.ts';
import { countLines } from '../architecture/written-lines.ts';

/** A share: a count, and the total. */
export type Share = { count: number; of: number };

const TINY_LINES = 20;

/** Returns how many of the files have at most 20 lines and are imported by exactly one of the others. */
export function tinyFilesWithOneImporter(files: readonly SourceFile[]): Share {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const { path } of file.imports) {
      if (path === null) continue;
      importers.set(path, (importers.get(path) ?? new Set()).add(file.path));
    }
  const tiny = files.filter(({ path, text }) => countLines(text) <= TINY_LINES && importers.get(path)?.size === 1);
  return { count: tiny.length, of: files.length };
}

/** Returns how many of the functions that the files export are imported, by name, by exactly one of the other files. */
export function functionsUsedOnce(files: readonly SourceFile[]): Share {
  const users = new Map<string, Set<string>>();
  for (const file of files)
    for (const { path, names } of file.imports)
      for (const name of names) {
        const key = `${path}#${name}`;
        users.set(key, (users.get(key) ?? new Set()).add(file.path));
      }
  const functions = files.flatMap(({ path, functions: exported }) =>
    exported.map(({ name }) => users.get(`${path}#${name}`)?.size ?? 0),
  );
  return { count: functions.filter((count) => count === 1).length, of: functions.length };
}

/** Returns the mean length of the different names, and how many there are. */
export function meanNameLength(all: readonly string[]): { mean: number; names: number } {
  const names = new Set(all);
  const letters = [...names].reduce((sum, name) => sum + name.length, 0);
  return { mean: names.size === 0 ? 0 : letters / names.size, names: names.size };
}

/** Returns the folder that directly holds the most of the files, and how many; nothing for no files. */
export function fullestFolder(files: readonly SourceFile[]): [folder: string, count: number] | [] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].reduce<[string, number] | []>((best, next) => (next[1] > (best[1] ?? 0) ? next : best), []);
}

/** Returns the lines of test files and of all others. */
export function testsToSource(files: readonly SourceFile[]): { tests: number; source: number } {
  const lines = (wanted: readonly SourceFile[]) => wanted.reduce((sum, { text }) => sum + countLines(text), 0);
  return { tests: lines(files.filter((file) => file.isTest)), source: lines(files.filter((file) => !file.isTest)) };
}
