import { execFileSync } from 'node:child_process';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { describe, expect, test } from 'vitest';
import { parseSource } from './architecture/parse-source.ts';
import { readRepository } from './architecture/read-repository.ts';
import { checkArchitecture, RULES } from './architecture/rules.ts';
import type { Violation } from './architecture/source-file.ts';
import { findSharedTables } from './architecture/table-ownership.ts';

/** Put together here, because this file too must not name one. */
const MACHINE_PATH = ['', 'work', 'main'].join('/');

/** In two parts, because this file too must not write it. */
const READER = ['function', 'unitsOf(text: string) {}'].join(' ');

const repository = readRepository();

/** Files that break nothing but the rule at hand: path → text. */
function check(files: Record<string, string>): Violation[] {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const sources = texts.filter(({ path }) => /\.tsx?$/.test(path)).map(parseSource);
  const other = parseSource({ path: 'bench/other.ts', text: '' });
  return checkArchitecture({ texts, binaries: [], sources: [...sources, other] }, RULES);
}

describe('the repository', () => {
  test('every source file was read', () => {
    const listed = execFileSync(
      'git',
      ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', '*.ts', '*.tsx'],
      {
        encoding: 'utf8',
      },
    );
    const deleted = execFileSync('git', ['ls-files', '-d'], { encoding: 'utf8' }).split('\n');
    const expected = listed.split('\n').filter((path) => path !== '' && !deleted.includes(path));
    const read = repository.sources.map(({ path }) => path);
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.filter((path) => !read.includes(path))).toEqual([]);
    console.log(`note: read ${read.length} source files and ${repository.texts.length} files of text`);
  });

  test('keeps every rule', () => {
    expect(checkArchitecture(repository).map(({ rule, path, problem }) => `${path}: ${problem} [${rule}]`)).toEqual([]);
  });
});

describe('a repository that was not read', () => {
  test('breaks the first rule', () => {
    expect(checkArchitecture({ sources: [], texts: [], binaries: [] })).toMatchObject([{ rule: 'no file unread' }]);
  });
});

const S = 'apps/server/src';
const TWIN = 'packages/domain/src/assets/a.ts';
const COMPARING = 'apps/server/src/assets/a.db.test.ts';

/** For each rule what breaks it, and the nearest thing that does not. */
const PLANTED: { rule: string; what: string; bad: Record<string, string>; good?: Record<string, string> }[] = [
  {
    rule: 'package directions',
    what: 'a second router in the page',
    bad: { 'apps/web/src/my/my-page.tsx': "import { Link } from '@tanstack/react-router';" },
    good: { 'apps/web/src/my/my-page.tsx': "import { useQuery } from '@tanstack/react-query';" },
  },
  {
    rule: 'package directions',
    what: 'domain imports a package',
    bad: { 'packages/domain/src/money/x.ts': "import { z } from 'zod';" },
    good: { 'packages/domain/src/money/x.ts': "import { y } from '../ledger/y.ts';" },
  },
  {
    rule: 'package directions',
    what: 'domain imports Node',
    bad: { 'packages/domain/src/money/x.ts': "import fs from 'node:fs';" },
    good: { 'packages/domain/src/money/x.test.ts': "import fs from 'node:fs'; import fc from 'fast-check';" },
  },
  {
    rule: 'package directions',
    what: 'domain imports the contract, by name of the package',
    bad: { 'packages/domain/src/money/x.ts': "import type { A } from '@city-mint/api-contract/wire';" },
    good: { 'packages/domain/src/money/x.ts': "import type { A } from '@city-mint/domain/money/a';" },
  },
  {
    rule: 'package directions',
    what: 'api-contract imports the server',
    bad: { 'packages/api-contract/src/x.ts': "export { a } from '../../../apps/server/src/rounds/routes.ts';" },
    good: {
      'packages/api-contract/src/x.ts': "import * as z from 'zod/mini'; export { a } from '@city-mint/domain/money/a';",
    },
  },
  {
    rule: 'package directions',
    what: 'api-contract imports texts',
    bad: { 'packages/api-contract/src/x.ts': "import { home } from '@city-mint/texts/zh/page/home';" },
    good: { 'packages/texts/src/x.ts': "import type { A } from '@city-mint/api-contract/refusals';" },
  },
  {
    rule: 'package directions',
    what: 'texts import a package',
    bad: { 'packages/texts/src/zh/page/home.ts': "import { z } from 'zod';" },
    good: { 'packages/texts/src/zh/page/home.ts': "import type { Messages } from '../../messages.ts';" },
  },
  {
    rule: 'package directions',
    what: 'chain-contract imports domain',
    bad: { 'packages/chain-contract/src/x.ts': "import { a } from '@city-mint/domain/money/a';" },
    good: { 'packages/chain-contract/src/x.ts': "import { a } from 'viem/accounts';" },
  },
  {
    rule: 'package directions',
    what: 'a shared part knows texts',
    bad: { 'packages/ui/src/badge.tsx': "import { useTranslations } from 'use-intl';" },
    good: { 'packages/ui/src/badge.tsx': "import type { ReactNode } from 'react'; import { Icon } from './icon.tsx';" },
  },
  {
    rule: 'package directions',
    what: 'what page and console share shows something',
    bad: { 'packages/client/src/session-store.ts': "import { useState } from 'react';" },
    good: { 'packages/client/src/session-store.ts': "import { create } from 'zustand';" },
  },
  {
    rule: 'package directions',
    what: 'one app imports another',
    bad: { 'apps/web/src/home/home-page.tsx': "const a = await import('../../../server/src/platform/clock.ts');" },
    good: { 'apps/web/src/home/home-page.tsx': "const a = await import('../platform/clock.ts');" },
  },
  {
    rule: 'package directions',
    what: 'an app imports the local chain',
    bad: { [`${S}/platform/x.ts`]: "import { startAnvil } from '../../../../devnet/anvil.ts';" },
    good: { [`${S}/platform/x.chain.test.ts`]: "import { startAnvil } from '../../../../devnet/anvil.ts';" },
  },
  {
    rule: 'no test code in production',
    what: 'a file imports vitest',
    bad: { [`${S}/platform/x.ts`]: "import { vi } from 'vitest';" },
    good: { [`${S}/platform/x.test.ts`]: "import { vi } from 'vitest';" },
  },
  {
    rule: 'no test code in production',
    what: 'a command computes with what tests compare the database with',
    bad: { [`${S}/rounds/commands/x.ts`]: "import { a } from '@city-mint/domain/ledger/ledger-oracle';" },
    good: { [`${S}/rounds/commands/x.ts`]: "import { a } from '@city-mint/domain/ledger/account-id';" },
  },
  {
    rule: 'no test code in production',
    what: 'devnet imports the set-up of tests',
    bad: { 'devnet/x.ts': "import { a } from '../tests/setup/a.ts';" },
    good: { 'bench/x.ts': "import { a } from '../tests/setup/a.ts';" },
  },
  {
    rule: 'tests use logins',
    what: 'a test acts as a role through the connection of the owner',
    bad: { [`${S}/rounds/x.db.test.ts`]: "const db = createDatabase({ url, role: 'city_mint_api' });" },
    good: { [`${S}/rounds/x.db.test.ts`]: "const db = createDatabase(asRole(url, 'city_mint_api'));" },
  },
  {
    rule: 'server layers',
    what: 'platform imports a capability',
    bad: { [`${S}/platform/http/x.ts`]: "import type { R } from '../../rounds/queries/read-round.ts';" },
    good: { [`${S}/processes/api.ts`]: "import { R } from '../rounds/routes.ts';" },
  },
  {
    rule: 'server layers',
    what: 'a capability imports a process',
    bad: { [`${S}/rounds/routes.ts`]: "import { a } from '../processes/api.ts';" },
    good: { [`${S}/rounds/routes.ts`]: "import { a } from '../platform/http/handler.ts';" },
  },
  {
    rule: 'server layers',
    what: 'a route reaches into the store',
    bad: { [`${S}/rounds/routes.ts`]: "import { a } from './store.ts';" },
    good: { [`${S}/rounds/routes.ts`]: "import { a } from './commands/join-round.ts';" },
  },
  {
    rule: 'server layers',
    what: 'the store calls a command',
    bad: { [`${S}/rounds/store.ts`]: "import { a } from './commands/join-round.ts';" },
    good: { [`${S}/rounds/join/commands.ts`]: "import { a } from '../store.ts';" },
  },
  {
    rule: 'server layers',
    what: 'a way around the layers',
    bad: {
      [`${S}/rounds/store.ts`]: "import type { A } from './place.ts';",
      [`${S}/rounds/place.ts`]: "import type { A } from './other.ts';",
      [`${S}/rounds/other.ts`]: "import type { A } from './queries/read-round.ts';",
    },
    good: {
      [`${S}/rounds/store.ts`]: "import type { A } from './place.ts';",
      [`${S}/rounds/place.ts`]: "import type { A } from './other.ts';",
      [`${S}/rounds/other.ts`]: "import type { A } from '@city-mint/domain/money/token-amount';",
    },
  },
  {
    rule: 'server layers',
    what: 'a query calls a command',
    bad: { [`${S}/rounds/queries/read-round.ts`]: "import { a } from '../commands/join-round.ts';" },
    good: { [`${S}/rounds/join/commands.ts`]: "import { a } from '../queries/read-round.ts';" },
  },
  {
    rule: 'server layers',
    what: "a route reaches into a noun's store",
    bad: { [`${S}/rounds/routes/join-routes.ts`]: "import { a } from '../join/store.ts';" },
    good: { [`${S}/rounds/routes/join-routes.ts`]: "import { a } from '../join/commands.ts';" },
  },
  {
    rule: 'server layers',
    what: "a noun's store calls a command",
    bad: { [`${S}/rounds/join/store.ts`]: "import { a } from '../offers/commands/publish-plan.ts';" },
    good: {
      [`${S}/rounds/join/store.ts`]: "import type { A } from './join-request.ts';",
      [`${S}/rounds/join/join-request.ts`]: "import type { A } from '@city-mint/domain/money/token-amount';",
      [`${S}/rounds/offers/commands/publish-plan.ts`]: "import { a } from '../../join/store.ts';",
    },
  },
  {
    rule: 'server layers',
    what: "a way around a noun's layers",
    bad: {
      [`${S}/rounds/join/store.ts`]: "import type { A } from './join-batch.ts';",
      [`${S}/rounds/join/join-batch.ts`]: "import type { A } from '../offers/queries.ts';",
    },
  },
  {
    rule: 'server layers',
    what: "a noun's query calls another noun's command",
    bad: { [`${S}/rounds/orders/queries.ts`]: "import { a } from '../join/commands/join-round.ts';" },
    good: { [`${S}/rounds/join/commands/join-round.ts`]: "import { a } from '../../orders/queries.ts';" },
  },
  {
    rule: 'capability edges',
    what: 'ledger looks back at rounds',
    bad: { [`${S}/ledger/commands/x.ts`]: "import { a } from '../../rounds/queries/read-round.ts';" },
    good: { [`${S}/rounds/commands/x.ts`]: "import { a } from '../../ledger/commands/post-movement.ts';" },
  },
  {
    rule: 'capability edges',
    what: 'an edge that nobody named',
    bad: { [`${S}/swap/commands/x.ts`]: "import { a } from '../../session/queries/read-user.ts';" },
  },
  {
    rule: 'capability edges',
    what: "another capability's store",
    bad: { [`${S}/rounds/commands/x.ts`]: "import { a } from '../../ledger/store.ts';" },
    good: { [`${S}/rounds/commands/x.ts`]: "import { a } from '../../ledger/queries/read-balance.ts';" },
  },
  {
    rule: 'capability edges',
    what: "the store of another capability's noun",
    bad: { [`${S}/miner/commands/x.ts`]: "import { a } from '#rounds/hash-power/store.ts';" },
    good: {
      [`${S}/miner/commands/x.ts`]: "import { a } from '#rounds/hash-power/commands.ts';",
      [`${S}/miner/queries.ts`]: "import { a } from '#rounds/hash-power/queries/read-claims.ts';",
    },
  },
  {
    rule: 'capability edges',
    what: "a working file of another capability's noun",
    bad: { [`${S}/miner/commands/x.ts`]: "import { a } from '#rounds/settlement/settle-step.ts';" },
    good: { [`${S}/processes/worker.ts`]: "import { a } from '#rounds/settlement/settle-step.ts';" },
  },
  {
    rule: 'capability edges',
    what: 'a capability at the bottom uses another one',
    bad: { [`${S}/switches/queries.ts`]: "import { a } from '#ledger/queries/read-balance.ts';" },
    good: { [`${S}/ledger/commands/x.ts`]: "import { a } from '#switches/queries.ts';" },
  },
  {
    rule: 'capability edges',
    what: 'one capability at the bottom uses the next',
    bad: { [`${S}/requests/commands.ts`]: "import { a } from '#regions/queries.ts';" },
    good: { [`${S}/requests/commands.ts`]: "import { a } from './queries.ts';" },
  },
  {
    rule: 'table ownership',
    what: "SQL on another capability's table",
    bad: { [`${S}/rounds/store.ts`]: 'const q = sql`select * from city, ledger_account a`;' },
    good: {
      [`${S}/rounds/store.ts`]: '// select from ledger_account\nconst q = sql`select 1 from city join round on true`;',
    },
  },
  {
    rule: 'table ownership',
    what: "the query builder on another capability's table",
    bad: { [`${S}/assets/store.ts`]: "db.selectFrom('mint_order as m').selectAll();" },
    good: { [`${S}/assets/store.ts`]: "db.selectFrom('withdrawal as w').selectAll();" },
  },
  {
    rule: 'table ownership',
    what: 'a command that asks for a switch itself',
    bad: { [`${S}/rounds/store.ts`]: "db.selectFrom('system_switch').select('paused');" },
    good: { [`${S}/switches/queries.ts`]: "db.selectFrom('system_switch').select('paused');" },
  },
  {
    rule: 'table ownership',
    what: 'a table that nobody owns',
    bad: { 'apps/server/migrations/9999-x.sql': 'create table orphan (id bigint);' },
    good: { 'apps/server/migrations/9999-x.sql': 'create table round (id bigint);' },
  },
  {
    rule: 'web shape',
    what: 'a view fetches',
    bad: { 'apps/web/src/home/views/home-view.tsx': "import { useHome } from '../home-queries.ts';" },
    good: { 'apps/web/src/home/home-page.tsx': "import { useHome } from './home-queries.ts';" },
  },
  {
    rule: 'web shape',
    what: 'a view of a divided capability fetches',
    bad: { 'apps/web/src/rounds/join/views/amount.tsx': "import { useRound } from '../../rounds-queries.ts';" },
    good: { 'apps/web/src/rounds/join/join-page.tsx': "import { Amount } from './views/amount.tsx';" },
  },
  {
    rule: 'web shape',
    what: 'a view of the console starts a flow',
    bad: { 'apps/console/src/home/views/home-view.tsx': "import { start } from '../home-flow.ts';" },
    good: { 'apps/console/src/home/home-page.tsx': "import { HomeView } from './views/home-view.tsx';" },
  },
  {
    rule: 'web shape',
    what: 'ui knows a capability',
    bad: { 'apps/web/src/ui/button.tsx': "import { a } from '../home/home-texts.ts';" },
    good: { 'apps/web/src/ui/button.tsx': "import { a } from '../platform/format.ts';" },
  },
  {
    rule: 'web shape',
    what: 'the platform of a page knows its ui',
    bad: { 'apps/web/src/platform/api.ts': "import { showToast } from '../ui/toast-store.ts';" },
    good: { 'apps/web/src/platform/api.ts': "import { showToast } from './toast-store.ts';" },
  },
  {
    rule: 'web shape',
    what: 'a query key is written where it is refreshed',
    bad: { 'apps/web/src/home/home-flow.ts': "void refresh({ queryKey: ['home'] });" },
    good: { 'apps/web/src/home/home-flow.ts': 'void refresh({ queryKey: homeKeys.home });' },
  },
  {
    rule: 'file size',
    what: 'a file of 301 lines',
    bad: { 'bench/x.ts': '//\n'.repeat(301) },
    good: { 'bench/x.ts': '//\n'.repeat(300) },
  },
  {
    rule: 'forbidden text',
    what: 'a folder outside the repository',
    bad: { 'docs/x.md': `see ${['..', 'shared', 'x.md'].join('/')}` },
    good: { 'docs/x.md': 'a shared folder' },
  },
  {
    rule: 'forbidden text',
    what: 'a path of one machine',
    bad: { 'docs/x.md': `in ${MACHINE_PATH}` },
    good: { 'docs/x.md': `https://example.test${MACHINE_PATH} and .${MACHINE_PATH} and /usr/bin/chromium` },
  },
  {
    rule: 'forbidden text',
    what: 'the host of a package registry',
    bad: { 'package-lock.json': `"https://${['registry', 'npmjs', 'org'].join('.')}/x"` },
    good: { 'package-lock.json': '"resolved": "packages/domain"' },
  },
  {
    rule: 'no dead reference',
    what: 'a link to a page that is not there',
    bad: { 'docs/x.md': 'See [rules](rules.md).' },
    good: { 'docs/x.md': 'See [rules](rules.md#4-join).', 'docs/rules.md': '# Rules\n\n## 4. Join\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a link to a heading that is not there',
    bad: { 'docs/x.md': 'See [rules](rules.md#join).', 'docs/rules.md': '## 4. Join\n' },
    good: { 'docs/x.md': 'See [below](#join-twice-1).\n## `Join` (twice)\n```\n## no heading\n```\n## Join twice\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a comment names a file that is not there',
    bad: { 'bench/x.ts': '/** As `rounds/none.ts` does. */' },
    good: {
      'bench/x.ts': "/** As `rounds/some.ts` and all of rounds/*.ts. */\nconst a = 'none.ts';",
      'packages/domain/src/rounds/some.ts': '',
    },
  },
  {
    rule: 'no dead reference',
    what: 'a comment names a heading that is not there',
    bad: { 'apps/server/migrations/x.sql': '-- docs/rules.md#join\n', 'docs/rules.md': '## 4. Join\n' },
    good: { 'apps/server/migrations/x.sql': '-- docs/rules.md#4-join\n', 'docs/rules.md': '## 4. Join\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a comment counts the sections of a page',
    bad: { 'contracts/src/x.sol': '/// rules.md section 4' },
    good: { 'contracts/src/x.sol': 'string constant A = "rules.md section 4"; // a section of a road' },
  },
  {
    rule: 'no dead reference',
    what: 'a short path of a glossary leads nowhere',
    bad: { 'docs/x.md': 'Paths begin with **D** =\n`packages/domain/src`.\n\nD/rounds/none.ts' },
    good: {
      'docs/x.md': 'Paths begin with **D** =\n`packages/domain/src`.\n\nD/rounds/some.ts and `D/rounds/`',
      'packages/domain/src/rounds/some.ts': '',
    },
  },
  {
    rule: 'no dead reference',
    what: 'a decision that is not there',
    bad: { 'docs/x.md': 'Decision 0099.' },
    good: { 'docs/x.md': 'Decision 0001.', 'docs/decisions/0001-a.md': '' },
  },
  {
    rule: 'no dead reference',
    what: 'a folder that is not there',
    bad: { 'docs/x.md': 'All of `docs/none/`.' },
    good: { 'docs/x.md': 'All of `docs/` or `apps/*/src/`.', 'apps/web/src/a.css': '' },
  },
  {
    rule: 'no dead reference',
    what: 'a script that is not there',
    bad: { 'docs/x.md': 'Run `npm run -s none`.', 'package.json': '{ "scripts": { "go": "" } }' },
    good: { 'docs/x.md': 'Run `npm run -s go`.', 'package.json': '{ "scripts": { "go": "" } }' },
  },
  {
    rule: 'first load',
    what: 'a module that the entry loads imports the wallet library',
    bad: {
      'apps/web/src/main.tsx': "import { start } from './start.ts';",
      'apps/web/src/start.ts': "import { connect } from 'wagmi/actions';\nexport const start = connect;",
    },
    good: {
      'apps/web/src/main.tsx':
        "import type { Wallet } from './wallet.ts';\nconst wallet = () => import('./wallet.ts');",
      'apps/web/src/wallet.ts': "import { connect } from 'wagmi/actions';\nexport const start = connect;",
    },
  },
  {
    rule: 'first load',
    what: 'a module that the entry loads reads the address of one screen',
    bad: {
      'apps/web/src/main.tsx': "import { routes } from './routes.ts';",
      'apps/web/src/routes.ts':
        "import { parseSearch } from '#team/team-search.ts';\nexport const routes = parseSearch;",
      'apps/web/src/team/team-search.ts': 'export const parseSearch = {};',
    },
    good: {
      'apps/web/src/main.tsx': "import type { Search } from '#team/team-search.ts';",
      'apps/web/src/team/team-search.ts': 'export type Search = object;',
    },
  },
  {
    rule: 'first load',
    what: 'a screen brings the wallet library with it',
    bad: {
      'apps/web/src/swap/swap-page.tsx': "import { send } from './swap-flow.ts';",
      'apps/web/src/swap/swap-flow.ts':
        "import { readContract } from 'wagmi/actions';\nexport const send = readContract;",
    },
    good: {
      'apps/web/src/swap/swap-page.tsx': "const flow = () => import('./swap-flow.ts');",
      'apps/web/src/swap/swap-flow.ts':
        "import { readContract } from 'wagmi/actions';\nexport const send = readContract;",
    },
  },
  {
    rule: 'plain words',
    what: 'a comment in dialect',
    bad: { 'bench/x.ts': '/** The row that stands there. */' },
    good: { 'bench/x.ts': '/** JU stands for the currency; `stands` is a name. */ const stands = 1;' },
  },
  {
    rule: 'plain words',
    what: 'words that a line break divides',
    bad: { 'docs/x.md': 'This is for\never.' },
    good: { 'docs/x.md': 'This is\n```\nfor ever\n```\n' },
  },
  {
    rule: 'plain words',
    what: 'a text of the page',
    bad: { 'packages/texts/src/en/page/home.ts': "const home = { title: 'Nobody is here' };" },
    good: { 'apps/web/src/home/home.ts': "const home = { title: 'nobody' };" },
  },
  {
    rule: 'plain words',
    what: 'a summary of the API',
    bad: { 'packages/api-contract/src/x.ts': "const a = { summary: 'All that ' + 'he had.' };" },
    good: { 'packages/api-contract/src/x.ts': "const a = { summary: 'All that they had, given a day.' };" },
  },
  {
    rule: 'plain words',
    what: 'a title of a test',
    bad: { 'bench/x.test.ts': "test.each([1])('the news', () => {});" },
    good: { 'bench/x.test.ts': "test.each(['the news'])('the events', () => {});" },
  },
  {
    rule: 'plain words',
    what: 'a name of a file',
    bad: { 'bench/settle-aside.ts': '' },
    good: { 'bench/settle-suspended.ts': 'const aside = 1;' },
  },
  {
    rule: 'plain words',
    what: 'a name that other files import',
    bad: { 'bench/x.ts': 'export type ChainDoubt = 1;' },
    good: { 'bench/x.ts': 'type ChainDoubt = 1; export function actAsOperator() {}' },
  },
  {
    rule: 'plain words',
    what: 'a name in the database',
    bad: { 'apps/server/migrations/x.sql': 'create table round (is_aside boolean);' },
    good: { 'apps/server/migrations/x.sql': "create table round (a text check (a in ('is_aside')));" },
  },
  {
    rule: 'documented exports',
    what: 'a function without a comment',
    bad: { 'packages/domain/src/x.ts': '// Not a doc comment.\nexport function go(): void {}' },
    good: { 'packages/domain/src/x.ts': '/** Goes. */\nexport function go(): void {}\nfunction stop() {}' },
  },
  {
    rule: 'documented exports',
    what: 'a function that does not say what it returns',
    bad: { 'apps/web/src/x.ts': '/** Adds. */\nexport const add = (a: number, b: number) => a + b;' },
    good: {
      'apps/web/src/x.ts': '/** Adds; returns the sum. */\nexport const add = (a: number, b: number) => a + b;',
      'apps/web/src/y.tsx': 'export function View() { return 1; }',
      'apps/web/src/z.ts': '/** Whether it is. */\nfunction is(): boolean { return true; }\nexport { is };',
    },
  },
  {
    rule: 'import circles',
    what: 'two files that import each other, one of them a type',
    bad: {
      'bench/a.ts': "import { b } from './b.ts';",
      'bench/b.ts': "import type { A } from './c.ts';",
      'bench/c.ts': "export type { A } from './a.ts';",
    },
    good: {
      'bench/a.ts': "import { b } from './b.ts'; import './c.ts';",
      'bench/b.ts': "import type { A } from './c.ts';",
      'bench/c.ts': '',
    },
  },
  {
    rule: 'folder circles',
    what: 'two folders whose files import each other, deep inside and for a type',
    bad: {
      [`${S}/rounds/orders/queries/a.ts`]: "import { b } from '../../offers/queries/b.ts';",
      [`${S}/rounds/offers/queries/b.ts`]: '',
      [`${S}/rounds/offers/c.ts`]: "import type { D } from '../orders/d.ts';",
      [`${S}/rounds/orders/d.ts`]: '',
    },
    good: {
      [`${S}/rounds/orders/queries/a.ts`]: "import { b } from '../../offers/queries/b.ts';",
      [`${S}/rounds/offers/queries/b.ts`]: '',
      [`${S}/rounds/offers/queries/b.test.ts`]: "import type { D } from '../../orders/d.ts';",
      [`${S}/rounds/orders/d.ts`]: '',
    },
  },
  {
    rule: 'folder circles',
    what: 'a file of the package and a folder import each other',
    bad: {
      'packages/api-contract/src/endpoints.ts': "import { a } from './rounds/a.ts';",
      'packages/api-contract/src/rounds/a.ts': '',
      'packages/api-contract/src/rounds/b.ts': "import type { E } from '../endpoints.ts';",
    },
    good: {
      'packages/api-contract/src/endpoints.ts': "import { a } from './rounds/a.ts';",
      'packages/api-contract/src/rounds/a.ts': '',
      'packages/api-contract/src/clients/b.ts': "import type { E } from '../endpoints.ts';",
    },
  },
  {
    rule: 'written once',
    what: 'a length of a day',
    bad: { 'bench/x.ts': `const ago = 3 * ${DAY_MS};` },
    good: { 'bench/x.ts': "import { DAY_MS } from '@city-mint/domain/time/durations';\nconst ago = 3 * DAY_MS;" },
  },
  {
    rule: 'written once',
    what: 'a reader of amounts',
    bad: { 'apps/web/src/home/x.ts': READER },
    good: { 'packages/domain/src/money/amount-text.ts': READER },
  },
  {
    rule: 'line length',
    what: 'a line of 121 characters',
    bad: { 'contracts/src/x.sol': `//${'a'.repeat(119)}` },
    good: { 'contracts/src/x.sol': `//${'กี่'.repeat(118)}`, 'apps/web/src/generated/x.ts': `//${'a'.repeat(119)}` },
  },
  {
    rule: 'line length',
    what: 'a paragraph of a page',
    bad: { 'docs/x.md': 'ab '.repeat(41) },
    good: {
      'docs/x.md': `| ${'a'.repeat(120)} |\n\`\`\`\n${'b '.repeat(61)}\n\`\`\`\n- [c](https://${'d'.repeat(120)})\n`,
    },
  },
  {
    rule: 'line length',
    what: 'a string outside a catalogue of texts',
    bad: { 'apps/web/src/home/x.ts': `const a = {\n  b: '${'c'.repeat(120)}',\n};` },
    good: { 'packages/texts/src/en/page/x.ts': `const a = {\n  b:\n    '${'c'.repeat(120)}',\n};` },
  },
  {
    rule: 'line length',
    what: 'markup besides its classes',
    bad: { 'apps/web/src/home/x.tsx': `const a = <b className="c" ${'d '.repeat(60)}/>;` },
    good: { 'apps/web/src/home/x.tsx': `const a = <b className="${'c '.repeat(60)}" />;` },
  },
  {
    rule: 'sentence shapes',
    what: 'a page that uses “what is …” as a noun',
    bad: { 'docs/x.md': 'Read what is due. It stores what was paid. The rest is what it owes.' },
    good: { 'docs/x.md': 'Read due rounds. It stores payments. What is the rest? Whatever was not paid.' },
  },
  {
    rule: 'sentence shapes',
    what: 'comments that use “alone” for only',
    bad: { 'bench/x.ts': '// For tests alone.\nconst a = 1;\n// Of cents alone.\nconst b = 2;\n// The api alone.' },
    good: { 'bench/x.ts': '// Only for tests.\nconst a = 1;\n// A stand-alone script, let alone two.' },
  },
  {
    rule: 'sentence shapes',
    what: 'test titles that use “at once” for immediately',
    bad: { 'bench/x.test.ts': "test('ends at once'); test('starts at once'); test('both at once');" },
    good: {
      'bench/x.test.ts': "test('ends immediately'); test('starts immediately'); test('both together');",
      'tests/browser/x.spec.ts': "test('ends at once'); test('starts at once'); test('both at once');",
    },
  },
  {
    rule: 'sql functions once',
    what: 'a function that a later migration writes again',
    bad: {
      'apps/server/migrations/0001-a.sql': 'create function go() returns int as $$ select 1 $$;',
      'apps/server/sql/go.sql': 'CREATE OR REPLACE FUNCTION go() returns int as $$ select 2 $$;',
    },
    good: {
      'apps/server/migrations/0001-a.sql': 'create function go() returns int as $$ select 1 $$;',
      'apps/server/sql/go.sql': '-- create function go()\ncreate function go_on() returns int as $$ select 2 $$;',
    },
  },
  {
    rule: 'twins',
    what: 'SQL that computes with a constant of a rule names no twin',
    bad: { 'apps/server/migrations/functions/a.sql': 'select div(x * rule_whole_bps(), 3);' },
    good: { 'apps/server/migrations/functions/a.sql': '-- As rule_whole_bps() says.\nselect 1;' },
  },
  {
    rule: 'twins',
    what: 'the test that compares SQL with its twin does not read the twin',
    bad: {
      'apps/server/migrations/functions/a.sql': `-- Twin: ${TWIN}, compared by\n-- ${COMPARING}.`,
      [TWIN]: '',
      [COMPARING]: "import { a } from '@city-mint/domain/assets/b';",
    },
    good: {
      'apps/server/migrations/functions/a.sql': `-- Twin: ${TWIN}, compared by\n-- ${COMPARING}.`,
      [TWIN]: '',
      [COMPARING]: "import { a } from '@city-mint/domain/assets/a';",
    },
  },
  {
    rule: 'parts have stories',
    what: 'a component of a part is in no story',
    bad: {
      'apps/web/src/ui/a.tsx': 'export function A() { return null; }\nexport function B() { return null; }',
      'apps/web/catalogue/ui/a.stories.tsx': "import { A } from '#ui/a.tsx';",
    },
    good: {
      'packages/ui/src/a.tsx': 'export function A() { return null; }',
      'apps/web/catalogue/parts/a.stories.tsx': "import { A } from '@city-mint/ui/a.tsx';",
    },
  },
];

describe('a planted violation', () => {
  test.each(PLANTED)('$rule: $what', ({ rule, bad, good }) => {
    expect(check(bad).map((found) => found.rule)).toEqual([rule]);
    expect(check(good ?? {})).toEqual([]);
  });

  test('there is one for each rule', () => {
    expect([...new Set(PLANTED.map(({ rule }) => rule))].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  test('table ownership: a table of the whole server', () => {
    expect(findSharedTables({ 'apps/server/src/': ['shared'], 'apps/server/src/rounds/': ['round'] })).toMatchObject([
      { problem: 'the table shared is owned by all of apps/server/src/' },
    ]);
  });
});

describe('parseSource', () => {
  test('behavior: ignores imports in comments and strings', () => {
    const text = [
      "// import 'a';",
      'const b = "import \'c\'";',
      "import 'd';",
      "export * from 'e';",
      "import type { F } from 'f';",
      "type G = import('g').G;",
    ].join('\n');
    expect(parseSource({ path: 'bench/x.ts', text }).imports.map(({ specifier }) => specifier)).toEqual([
      'd',
      'f',
      'e',
      'g',
    ]);
  });

  test('behavior: a file that cannot be parsed is an error, not an empty file', () => {
    expect(() => parseSource({ path: 'bench/x.ts', text: 'const = 1' })).toThrow('bench/x.ts');
  });
});
