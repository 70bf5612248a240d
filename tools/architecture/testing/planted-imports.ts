import type { Planted } from './planted.ts';

const S = 'apps/server/src';

/** Violations of the rules on what a file may import. */
export const PLANTED_IMPORTS: readonly Planted[] = [
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
];
