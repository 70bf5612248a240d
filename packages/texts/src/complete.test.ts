import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LANGUAGES, operatorLanguage } from '@city-mint/domain/languages';
import { describe, expect, test } from 'vitest';
import { CONSOLE_MESSAGES } from './console-messages.ts';
import { TEXT_AREAS } from './messages.ts';

/** The files of every language, each with its exports, which their types describe. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'refusals.ts': ['amounts', 'refusals', 'waits'],
  'statement.ts': ['kinds', 'statement'],
  'disclosure.ts': ['confirmation', 'disclosure', 'inviterNotice'],
  'push.ts': ['push'],
  'mail.ts': ['mail'],
  'questions.ts': ['questions'],
  'old-browser.ts': ['oldBrowser'],
  ...Object.fromEntries(TEXT_AREAS.map((area) => [`page/${area}.ts`, [area]])),
};

/** Files that are read as text, not imported. */
const TABLES = ['words.md'];

/** The files that only languages of operators have. */
const OPERATORS_EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'operators.ts': ['bounds', 'operatorRefusals', 'subjects'],
  'command-line.ts': ['commandLine'],
  'chain-duties.ts': ['chainDuties'],
  ...Object.fromEntries(Object.keys(CONSOLE_MESSAGES.zh).map((area) => [`console/${kebab(area)}.ts`, [area]])),
};

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function filesIn(folder: string): string[] {
  const path = join(import.meta.dirname, folder);
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map(({ parentPath, name }) => relative(path, join(parentPath, name)));
}

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name);

test('behavior: the languages of the product have a folder, and no other has one', () => {
  expect(FOLDERS.toSorted()).toEqual([...LANGUAGES].toSorted());
});

describe.each(LANGUAGES.filter((language) => FOLDERS.includes(language)))('%s', (language) => {
  const expected = operatorLanguage(language) === language ? { ...EXPORTS, ...OPERATORS_EXPORTS } : EXPORTS;

  test('behavior: has every file of a language, and no other', () => {
    expect(filesIn(language).toSorted()).toEqual([...Object.keys(expected), ...TABLES].toSorted());
  });

  test('behavior: every file exports the texts that it is read for', async () => {
    for (const file of filesIn(language).filter((name) => name.endsWith('.ts'))) {
      const module: object = await import(new URL(`${language}/${file}`, import.meta.url).href);
      expect(Object.keys(module).toSorted(), `${language}/${file}`).toEqual([...(expected[file] ?? [])].toSorted());
    }
  });
});
