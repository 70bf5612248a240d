import type { Rule } from './source-file.ts';

const OWN_ROLE = /\brole: 'city_mint_/;
/** A program that a test starts, whose DATABASE_URL is a login already; and the test of this rule. */
const ALLOWED = ['tests/faults/advance-rounds.ts', 'tools/architecture/testing/planted-imports.ts'];

/** A server process in a test connects with a login of its role, never as the owner. */
export const testLogins: Rule = {
  name: 'tests use logins',
  find: ({ sources }) =>
    sources
      .filter(({ path, text, isTest }) => isTest && !ALLOWED.includes(path) && OWN_ROLE.test(text))
      .map(({ path }) => ({ path, problem: 'sets a role by hand; asRole() connects with a login of it' })),
};
