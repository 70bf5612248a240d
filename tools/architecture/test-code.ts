import type { Rule } from './source-file.ts';

const TEST_PACKAGE = /^(vitest|fast-check|@playwright\/test|axe-core|jsdom|@testing-library\/.*)(\/|$)/;
const TEST_PATH = /^tests\/|\/(fixtures|testing)\/|\.test\.tsx?$|-oracle\.ts$/;

/** Code that runs in production or on the local chain never leans on what exists for tests. */
export const testCode: Rule = {
  name: 'no test code in production',
  find: ({ sources }) =>
    sources
      .filter((file) => !file.isTest && /^(packages|apps|devnet)\//.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter(({ specifier, path }) => (path === null ? TEST_PACKAGE.test(specifier) : TEST_PATH.test(path)))
          .map(({ specifier }) => ({ path: file.path, problem: `imports ${specifier}, which is for tests` })),
      ),
};
