// npm run check:commits: checks the subjects of the latest commits. A repository without history passes.
import { join } from 'node:path';
import { historyProblems, readCommits } from './checks/commit-subjects.ts';

/** Commits written before the rule was introduced are exempt. */
const RULE_SINCE = new Date('2026-11-27T08:00:00Z');
const LATEST = 20;

const commits = readCommits(join(import.meta.dirname, '..'), LATEST);
const problems = historyProblems(commits ?? [], RULE_SINCE);
if (commits === null) console.log('There is no history, so no commit subject was checked.');
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
