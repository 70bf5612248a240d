import type { Rule } from './source-file.ts';

const MAX_LINES = 300;

/** A file that a reader cannot take in at once is two files. Tests and generated code may be longer. */
export const fileSize: Rule = {
  name: 'file size',
  find: ({ sources }) =>
    sources
      .filter((file) => !/\.test\.tsx?$/.test(file.path) && !file.path.includes('/generated/'))
      .flatMap((file) => {
        const lines = file.text.trimEnd().split('\n').length;
        return lines > MAX_LINES ? [{ path: file.path, problem: `has ${lines} lines, more than ${MAX_LINES}` }] : [];
      }),
};
