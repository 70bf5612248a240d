import { execFileSync } from 'node:child_process';

/** A commit of the history: its short hash, the time at which it was written, and its first line. */
export type Commit = { readonly hash: string; readonly writtenAt: Date; readonly subject: string };

const MAXIMUM_LENGTH = 72;
/** Lower case words, perhaps several: `docs`, `browser tests`, `miner, rewards`, `api-contract`. */
const AREA_AND_CHANGE = /^[a-z0-9][a-z0-9 ,./-]*: \S/;
/** Git writes these subjects itself. */
const BY_GIT = /^(?:Merge |Revert "|fixup! |squash! )/;
const FIELD = '\x1f';

/** Returns the broken rules of a commit subject (CONTRIBUTING.md), none if it is right or written by Git. */
export function subjectProblems(subject: string): string[] {
  if (BY_GIT.test(subject)) return [];
  const { length } = subject;
  return [
    ...(length > MAXIMUM_LENGTH ? [`has ${length} characters, more than ${MAXIMUM_LENGTH}`] : []),
    ...(AREA_AND_CHANGE.test(subject) ? [] : ['is not "area: change" with the area in lower case']),
    ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
  ];
}

/** Returns one line for each broken rule of the commits that were written after `since`. */
export function historyProblems(commits: readonly Commit[], since: Date): string[] {
  return commits
    .filter(({ writtenAt }) => writtenAt > since)
    .flatMap(({ hash, subject }) => subjectProblems(subject).map((problem) => `${hash} “${subject}” ${problem}`));
}

/**
 * Returns the latest `limit` commits that are no merges; null without a readable history, as in an
 * archive or without Git.
 */
export function readCommits(folder: string, limit: number): Commit[] | null {
  const format = `--format=%h${FIELD}%aI${FIELD}%s`;
  // Git refuses folders of another user, as a container mounts them, unless they are named safe.
  const args = ['-c', 'safe.directory=*', '-C', folder, 'log', '--no-merges', `--max-count=${limit}`, format];
  try {
    const output = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter(Boolean).map(parseCommit);
  } catch {
    return null;
  }
}

function parseCommit(line: string): Commit {
  const [hash = '', writtenAt = '', ...subject] = line.split(FIELD);
  return { hash, writtenAt: new Date(writtenAt), subject: subject.join(FIELD) };
}
