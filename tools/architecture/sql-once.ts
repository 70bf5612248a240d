import { sqlWithoutComments } from './prose.ts';
import type { Rule } from './source-file.ts';

const CREATED = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(?:public\.)?"?(\w+)"?\s*\(/gi;

/** A database function has one definition, so that a reader finds the one in use. */
export const sqlOnce: Rule = {
  name: 'sql functions once',
  find: ({ texts }) => {
    const first = new Map<string, string>();
    return texts
      .filter(({ path }) => /^apps\/server\/.*\.sql$/.test(path))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .flatMap(({ path, text }) => {
        const sql = sqlWithoutComments(text);
        return [...sql.matchAll(CREATED)].flatMap(({ 1: name = '', index }) => {
          const place = `${path}:${sql.slice(0, index).split('\n').length}`;
          const earlier = first.get(name);
          if (earlier === undefined) first.set(name, place);
          return earlier === undefined
            ? []
            : [{ path: place, problem: `writes ${name}() again, which is in ${earlier}` }];
        });
      });
  },
};
