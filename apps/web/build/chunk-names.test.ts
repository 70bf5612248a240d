import { expect, test } from 'vitest';
import { chunkNames } from './chunk-names.ts';

const ROUTER = '/web/src/router.ts';
const SCREENS = ['assets/record', 'assets/deposit', 'team/team', 'swap/swap', 'my/my', 'my/more', 'my/most'].map(
  (name) => `/web/src/${name}-page.tsx`,
);
const [record = '', deposit = '', team = ''] = SCREENS;

/** The importers of each module; screens and a sheet are imported dynamically. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  '/packages/ui/src/button.tsx': SCREENS,
  '/packages/ui/src/field.tsx': [deposit, team],
  '/web/src/assets/chain.ts': ['/web/src/assets/flow.ts', record],
  '/web/src/assets/flow.ts': [deposit],
  '/web/src/assets/queries.ts': [record, team],
  '/web/src/team/beads.ts': [team, '/web/src/team/sheet.tsx'],
  '/web/src/team/sheet.tsx': [],
  '/web/src/assets/proof.ts': [team, '/web/src/team/more-page.tsx'],
  '/web/src/team/tree.ts': [team, '/web/src/team/more-page.tsx'],
  '/web/src/team/figures.ts': ['/web/src/team/sheet.tsx', '/web/src/team/list-sheet.tsx'],
  '/web/src/assets/total.ts': [record, deposit, '/web/src/team/sheet.tsx'],
  '/web/src/session/consent.ts': ['/web/src/team/sheet.tsx', '/web/src/team/list-sheet.tsx'],
  '/web/src/swap/price.ts': ['/web/src/team/sheet.tsx', '/web/src/my/sheet.tsx'],
  '/web/src/rounds/terms.ts': ['/web/src/rounds/join-dialog.tsx', '/web/src/team/sheet.tsx'],
  '/web/src/ui/qr-code.tsx': ['/web/src/team/sheet.tsx', '/web/src/my/sheet.tsx'],
  '/web/src/team/queries.ts': SCREENS,
  '/web/src/a.ts': ['/web/src/b.ts'],
  '/web/src/b.ts': ['/web/src/a.ts', team],
  '/x/node_modules/viem/_esm/index.js': SCREENS,
  '/x/node_modules/@tanstack/query-core/observer.js': SCREENS,
};

const graph = {
  getModuleInfo: (module: string) => ({
    importers: IMPORTERS[module] ?? [],
    dynamicImporters: [...SCREENS, '/web/src/team/more-page.tsx'].includes(module)
      ? [ROUTER]
      : /(?:sheet|dialog)\.tsx$/.test(module)
        ? [team]
        : [],
  }),
};
const { sharedName, screenName } = chunkNames(ROUTER);
const nameOf = (module: string) => sharedName(module, graph) ?? screenName(module, graph);

test.each([
  ['/packages/ui/src/button.tsx', 'screens', 'of all screens'],
  ['/packages/ui/src/field.tsx', 'screens', 'of two screens, in no room'],
  ['/x/node_modules/@tanstack/query-core/observer.js', 'screens', 'a library that all use'],
  ['/web/src/team/queries.ts', 'screens', 'of a room, but of all screens'],
  ['/web/src/assets/chain.ts', 'assets-screens', 'of two screens, in a room'],
  ['/web/src/assets/queries.ts', 'assets-shared', 'of a room, and of a screen elsewhere'],
  ['/web/src/assets/flow.ts', 'deposit-page', 'of one screen'],
  ['/web/src/team/beads.ts', 'team-page', 'of a screen and its sheet'],
  ['/web/src/team/tree.ts', 'team-shared', 'of two screens, in a small room'],
  ['/web/src/assets/proof.ts', 'assets-shared', 'of a room, and of two screens elsewhere'],
  ['/web/src/assets/total.ts', 'assets-shared', 'of two screens, and of a sheet elsewhere'],
  ['/web/src/team/figures.ts', 'team-sheets', 'of two sheets'],
  ['/web/src/session/consent.ts', 'team-sheets', 'in no room, of two sheets of one'],
  ['/web/src/swap/price.ts', 'swap-sheets', 'of sheets of other rooms'],
  ['/web/src/rounds/terms.ts', 'join-sheets', 'of the join sheet and others'],
  ['/web/src/ui/qr-code.tsx', null, 'of sheets of two rooms'],
  [team, 'team-page', 'a screen'],
  ['/web/src/a.ts', 'team-page', 'of modules that import each other'],
  ['/web/src/team/sheet.tsx', null, 'a sheet'],
  ['/x/node_modules/viem/_esm/index.js', null, 'a library that is cut to what is used'],
])('default: %s is in the file %s, %s', (...[module, name]) => {
  expect(nameOf(module)).toBe(name);
});
