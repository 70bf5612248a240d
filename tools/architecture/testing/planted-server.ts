import type { Planted } from './planted.ts';

const S = 'apps/server/src';
const TWIN = 'packages/domain/src/assets/a.ts';
const COMPARING = 'apps/server/src/assets/a.db.test.ts';

/** Violations of the rules on the walls of the server and its schema. */
export const PLANTED_SERVER: readonly Planted[] = [
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
];
