import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { historyProblems, readCommits, subjectProblems } from './commit-subjects.ts';

describe('subjectProblems', () => {
  test.each([
    'rounds: settle in reverse rank',
    'api-contract, web: rename a field',
    'browser tests: wait for the sheet',
    'Merge branch "x" of somewhere with a very long name that no person has chosen or typed',
    'Revert "rounds: settle in reverse rank"',
  ])('default: accepts “%s”', (subject) => {
    expect(subjectProblems(subject)).toEqual([]);
  });

  test.each([
    ['settle in reverse rank', 'is not "area: change" with the area in lower case'],
    ['Rounds: settle in reverse rank', 'is not "area: change" with the area in lower case'],
    ['rounds:settle in reverse rank', 'is not "area: change" with the area in lower case'],
    ['rounds: settle in reverse rank.', 'ends with a full stop'],
    [`rounds: ${'x'.repeat(65)}`, 'has 73 characters, more than 72'],
  ])('behavior: reports “%s”', (subject, problem) => {
    expect(subjectProblems(subject)).toEqual([problem]);
  });

  test('default: accepts 72 characters', () => {
    expect(subjectProblems(`rounds: ${'x'.repeat(64)}`)).toEqual([]);
  });
});

test('historyProblems ignores commits from before the rule', () => {
  const since = new Date('2026-01-02T00:00:00Z');
  const commits = [
    { hash: 'bbb', writtenAt: new Date('2026-01-03T00:00:00Z'), subject: 'new and wrong' },
    { hash: 'aaa', writtenAt: new Date('2026-01-01T00:00:00Z'), subject: 'old and wrong' },
  ];
  expect(historyProblems(commits, since)).toEqual([
    'bbb “new and wrong” is not "area: change" with the area in lower case',
  ]);
});

describe('readCommits', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'commits-'));
    folders.push(folder);
    return folder;
  }

  function git(folder: string, ...args: string[]): void {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', ['-C', folder, ...author, ...args], { stdio: 'ignore' });
  }

  test('default: returns the latest commits without merges', () => {
    const folder = makeFolder();
    git(folder, 'init', '-b', 'main');
    for (const subject of ['docs: one', 'docs: two']) git(folder, 'commit', '--allow-empty', '-m', subject);
    git(folder, 'checkout', '-b', 'side');
    git(folder, 'commit', '--allow-empty', '-m', 'docs: three');
    git(folder, 'checkout', 'main');
    git(folder, 'merge', '--no-ff', '-m', 'whatever a merge is called', 'side');
    const subjects = readCommits(folder, 20)?.map(({ subject }) => subject);
    expect(subjects?.sort()).toEqual(['docs: one', 'docs: three', 'docs: two']);
    expect(readCommits(folder, 2)).toHaveLength(2);
  });

  test('default: returns null for a folder without history', () => {
    expect(readCommits(makeFolder(), 20)).toBeNull();
  });
});
