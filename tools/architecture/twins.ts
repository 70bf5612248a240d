import { sqlWithoutComments } from './prose.ts';
import type { Rule, SourceFile } from './source-file.ts';

type Finding = { path: string; problem: string };

/** A header such as `Twin: packages/domain/src/rounds/decide-join.ts, compared by tests/model/statement.db.test.ts`. */
const HEADER = /\bTwin: (?<domain>\S+), compared by\s+(?:(?:--|\*) )?(?<test>\S+\.ts)\b/g;
const ANY_HEADER = /\bTwin: /g;
/** Constants that are generated from the domain: whoever computes with them writes a rule of the domain again. */
const RULE_CONSTANT = /\brule_\w+\(\)/;
const GENERATED = /\/domain-constants\.sql$/;
const SERVER = /^apps\/server\/(?:src|migrations)\/.*\.(?:sql|ts)$/;

/**
 * A rule that the server's SQL writes again names its twin in the domain and the database test that compares the two;
 * the test reaches the twin by its imports.
 */
export const twins: Rule = {
  name: 'twins',
  find: (repository) => {
    const sources = new Map(repository.sources.map((file) => [file.path, file]));
    return repository.texts
      .filter(({ path }) => SERVER.test(path) && !GENERATED.test(path) && sources.get(path)?.isTest !== true)
      .flatMap(({ path, text }) => findUnnamed(path, text) ?? findWrong({ path, text, sources }));
  },
};

function findUnnamed(path: string, text: string): Finding[] | null {
  const code = path.endsWith('.sql') ? sqlWithoutComments(text) : text;
  if (!RULE_CONSTANT.test(code) || text.search(ANY_HEADER) >= 0) return null;
  return [{ path, problem: 'computes with a constant of a rule but names no twin (`Twin: FILE, compared by TEST`)' }];
}

type Named = { path: string; text: string; sources: Map<string, SourceFile> };

function findWrong({ path, text, sources }: Named): Finding[] {
  const headers = [...text.matchAll(HEADER)];
  const count = [...text.matchAll(ANY_HEADER)].length;
  const unread = headers.length === count ? [] : [{ path, problem: 'has a twin without “compared by TEST”' }];
  return [
    ...unread,
    ...headers.flatMap(({ groups }) => {
      const { domain = '', test = '' } = groups ?? {};
      if (!domain.startsWith('packages/domain/') || !sources.has(domain))
        return [{ path, problem: `names ${domain} as its twin, which is not a file of the domain` }];
      if (!test.endsWith('.db.test.ts') || !sources.has(test))
        return [{ path, problem: `is compared by ${test}, which is not a database test` }];
      if (!reaches({ from: test, to: domain, sources }))
        return [{ path, problem: `is compared by ${test}, which does not import ${domain}` }];
      return [];
    }),
  ];
}

/** Whether a test imports a file, itself or through other files of tests and of the domain. */
function reaches({ from, to, sources }: { from: string; to: string; sources: Map<string, SourceFile> }): boolean {
  const seen = new Set([from]);
  const waiting = [from];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    for (const { path: next } of sources.get(path)?.imports ?? []) {
      if (next === to) return true;
      if (next === null || seen.has(next) || !isFollowed(next, sources)) continue;
      seen.add(next);
      waiting.push(next);
    }
  return false;
}

function isFollowed(path: string, sources: Map<string, SourceFile>): boolean {
  return path.startsWith('packages/domain/src/') || sources.get(path)?.isTest === true;
}
