import { findCircles } from './circles.ts';
import type { Rule, SourceFile } from './source-file.ts';

/** Files have no import cycles, including types. */
export const importCircles: Rule = {
  name: 'import circles',
  find: ({ sources }) =>
    findCircles(importsOf(sources)).map((circle) => ({
      path: circle[0] ?? '',
      problem: `is in a circle of imports: ${[...circle, circle[0]].join(' → ')}`,
    })),
};

function importsOf(sources: readonly SourceFile[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap((to) => (to.path !== null && known.has(to.path) ? [to.path] : [])),
    ]),
  );
}
