import { stripVTControlCharacters } from 'node:util';

/** What a step wants to be passed on, a line each: its own "note:" lines, and the tests that Playwright calls flaky, for it tried them twice. */
export function listNotes(output: string): string[] {
  const plain = stripVTControlCharacters(output);
  const notes = [...plain.matchAll(/^note: (.+)$/gm)].map(([, note = '']) => note);
  const flaky = /^ +\d+ flaky\n((?: {4,}\S.*\n)+)/m.exec(plain)?.[1] ?? '';
  const names = flaky.split('\n').filter((line) => line !== '');
  return [...notes, ...names.map((line) => `tried twice: ${line.trim()}`)];
}
