// @module-tag soak-4
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { type PhasePlan, planJson } from '@city-mint/domain/rounds/phase-plan';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { paySettlementParts, runRounds } from '@city-mint/server/rounds/jobs';
import { addCity, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { sql } from 'kysely';
import type pg from 'pg';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { acceptAnyTerms } from '../builders/consent.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { createJoins } from '../builders/joins.ts';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { rewriteSettings } from '../builders/rewrite-settings.ts';
import { buildPlan, JU } from '../builders/rounds.ts';
import {
  DECIDERS,
  type Decided,
  decide,
  KNOWN_OPERATORS,
  logEntries,
  signDecision,
} from '../builders/signed-decisions.ts';
import { publishing, setSignedCap } from '../builders/signed-settings.ts';
import { asRole } from '../setup/as-role.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of the process that performs operators’ actions: it writes settings, plans, thresholds and
 * grants, and signs them in the log with keys of its own. The auditor believes those that operators signed.
 */

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const THIEVES: readonly [PrivateKeyAccount, PrivateKeyAccount] = [newAccount(), newAccount()];
/** An auditor whose settings name the thief's wallets, too, and which believes their signatures. */
const DECEIVED = {
  ...KNOWN_OPERATORS,
  approvers: [...KNOWN_OPERATORS.approvers, ...THIEVES.map(({ address }) => address)],
};

let database: TestDatabase;
let pool: pg.Pool;
let owner: Database;
let auditor: Database;
let login: Login;
let stolen: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  login = await createLogin(database.url, 'city_mint_operator');
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_operator'), url: login.url, maxConnections: 1 });
});
afterEach(async () => {
  await Promise.all([owner, auditor, stolen].map((each) => each.destroy()));
  await login.drop();
  await database.drop();
});

/** The subjects, or kinds of transfers, in the auditor’s findings. */
async function unbelieved(operators = KNOWN_OPERATORS): Promise<ReadonlySet<string>> {
  await sql`delete from audit.finding`.execute(owner);
  await showEventsToAuditor(owner);
  await showBuiltBalances(owner);
  await sealEverything(owner);
  const followed = await followJournal(auditor, { operators, entries: 1_000 });
  return new Set(followed.result === 'stopped' ? followed.findings.map(({ kind, subject }) => kind ?? subject) : []);
}

/** Signs as the thief, at any time, and logs it. */
async function forge(decided: Decided, issuedAt = Date.now()): Promise<void> {
  await logEntries(stolen, await signDecision(decided, { people: THIEVES, said: { issuedAt } }));
}

/** Logs the signature of one operator as if the action had been performed by it. */
async function signAlone(decided: Decided, issuedAt: number): Promise<void> {
  const [proposal] = await signDecision(decided, { said: { issuedAt } });
  await logEntries(stolen, [{ ...proposal, action: actionName(decided.key) }]);
}

type Attack = {
  /** Writes with the stolen login, before the days are paid. */
  readonly write: () => Promise<void>;
  readonly forged: () => Promise<Decided>;
  /** Days since it was signed. */
  readonly daysAgo: number;
  readonly found: readonly string[];
};

const mining = (dailyEmission: string, machineLifetimeDays: number) => async () => ({
  key: 'POST /api/ops/mining/set' as const,
  fields: { dailyEmission, fullHash: '0.000000000000000777', machineLifetimeDays },
  subject: 'mining',
});
const THRESHOLDS = {
  ...{ personalJoinedDirects: 0, personalTeamPerformance: '0' },
  ...{ communityJoinedDirects: 0, communityTeamPerformance: '0', superJoinedDirects: 0, superTeamPerformance: '0' },
  ...{ level1: '0', level2: '0', level3: '0', level4: '0', level5: '0' },
};

/** Makes a setting of tomorrow one of last week. */
const letDaysPass = (table: 'mining_setting' | 'pool_setting') =>
  rewriteSettings(owner, sql`update ${sql.ref(table)} set from_day = from_day - 8 where from_day > 0`);

const ATTACKS: Readonly<Record<string, Attack>> = {
  'a larger emission': {
    async write() {
      await sql`insert into mining_setting (from_day, daily_emission, full_hash, machine_lifetime_days)
        values (utc_day(now()) + 1, 19946, 777, 365)`.execute(stolen);
      await letDaysPass('mining_setting');
    },
    forged: mining('0.000000000000019946', 365),
    ...{ daysAgo: 8, found: ['hash-rate-output'] },
  },
  'a longer life of machines': {
    async write() {
      // As claim_machines() stores it under that setting.
      await sql`update machine set last_day = last_day + 1`.execute(owner);
    },
    forged: mining('0.000000000000009973', 366),
    ...{ daysAgo: 5, found: ['hash-rate-output'] },
  },
  'a larger release of the pools': {
    async write() {
      await sql`insert into pool_setting (from_day, nodes_release_bps, levels_release_bps)
        values (utc_day(now()) + 1, 5000, 5000)`.execute(stolen);
      await letDaysPass('pool_setting');
    },
    forged: async () => ({
      key: 'POST /api/ops/pools/set',
      fields: { nodesReleaseBps: 5_000, levelsReleaseBps: 5_000 },
      subject: 'pools',
    }),
    ...{ daysAgo: 8, found: ['node-output', 'level-output'] },
  },
  'a rank': {
    async write() {
      await sql`insert into team_grant (user_id, node_type, reason)
        select min(id), 4, 'r' from app_user`.execute(stolen);
    },
    async forged() {
      const { address } = await owner.selectFrom('app_user').select('address').orderBy('id').executeTakeFirstOrThrow();
      const fields = { address, nodeType: 'genesis', rewardLevel: null };
      return { key: 'POST /api/ops/memberStatus/grant', fields, subject: `member ${address}` };
    },
    ...{ daysAgo: 0, found: ['grant 1'] },
  },
  'thresholds of ranks': {
    async write() {
      await sql`insert into team_setting (from_day, node_thresholds, level_thresholds, reason)
        select utc_day(now()) + 8, '{"personal": {"joinedDirects": 0, "teamPerformance": "0"},
          "community": {"joinedDirects": 0, "teamPerformance": "0"},
          "super": {"joinedDirects": 0, "teamPerformance": "0"}}',
          '{"1": "0", "2": "0", "3": "0", "4": "0", "5": "0"}', 'r'`.execute(stolen);
    },
    forged: async () => ({ key: 'POST /api/ops/thresholds/set', fields: THRESHOLDS, subject: 'thresholds' }),
    ...{ daysAgo: 0, found: ['thresholds 2'] },
  },
};

describe('a setting that the thief of the operators’ login writes', () => {
  test.each(Object.entries(ATTACKS))('attack: %s is not believed', async (_name, { write, forged, daysAgo, found }) => {
    await buildEveryKind({ db: owner, pool, beforeDays: write });
    const [decided, issuedAt] = [await forged(), Date.now() - daysAgo * DAY_MS];
    await signAlone(decided, issuedAt);
    expect(await unbelieved()).toEqual(new Set(found));
    await forge(decided, issuedAt);
    expect(await unbelieved()).toEqual(new Set(found));
    // Broken twin: an auditor that takes the thief for operators is deceived.
    expect(await unbelieved(DECEIVED)).toEqual(new Set());
  });
});

/** Publishes a plan with the stolen login; its round is filled and settled. Returns the round. */
async function settle(plan: PhasePlan): Promise<bigint> {
  await buildFunds(owner, { reserve: 100n * JU, emission: 10_000_000n * JU, treasury: JU });
  const users = await buildParticipants(owner, { count: 2, available: 2_000n * JU });
  await acceptAnyTerms(owner, users);
  await addCity(stolen, { name: plan.city, latitude: 10, longitude: 20 });
  expect(await publishPlan(stolen, plan)).toHaveProperty('planId');
  await runRounds(owner);
  const { rows } = await sql<{ roundId: bigint; termsHash: string }>`
    select round_id as "roundId", terms_hash as "termsHash" from round_terms`.execute(owner);
  const [round] = rows;
  if (round === undefined) throw new Error('no round');
  const join = createJoins({ pool, db: owner });
  for (const userId of users) {
    const amount = tokenAmount(plan.firstQuota / 2n);
    const answer = await join({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    expect(answer).toHaveProperty('order');
  }
  for (let steps = 1; steps > 0; ) {
    steps = await runRounds(owner);
    await paySettlementParts(owner);
  }
  return round.roundId;
}

const PLAN = buildPlan({ rounds: 1, firstQuota: tokenAmount(1_000n * JU) });
const withTerms = (terms: Partial<PhasePlan['terms']>) => ({ ...PLAN, terms: { ...PLAN.terms, ...terms } });
const signedAs = (plan: PhasePlan) => publishing(JSON.parse(planJson(plan)));
const LAVISH = withTerms({ mintAmount: tokenAmount(9_000_000n * JU) });

describe('a plan that the thief of the operators’ login publishes', () => {
  test('attack: is believed by no entry that is not exactly it', async () => {
    const terms = `round ${await settle(LAVISH)} terms`;
    const entries: Readonly<Record<string, () => Promise<unknown>>> = {
      'no entry': async () => undefined,
      'signatures of the thief': () => forge(signedAs(LAVISH)),
      'one operator’s signature and the thief’s': async () =>
        logEntries(stolen, await signDecision(signedAs(LAVISH), { people: [DECIDERS[0], THIEVES[0]] })),
      'another amount': () => decide(stolen, signedAs(PLAN)),
      'another quota': () => decide(stolen, signedAs({ ...LAVISH, firstQuota: tokenAmount(999n * JU) })),
      'another fee': () => decide(stolen, signedAs(withTerms({ ...LAVISH.terms, mintFeeBps: 99 }))),
      'another loss': () => decide(stolen, signedAs(withTerms({ ...LAVISH.terms, lossBps: 299 }))),
      'another share of nodes': () => decide(stolen, signedAs(withTerms({ ...LAVISH.terms, nodesBps: 1_999 }))),
      'another window': () => decide(stolen, signedAs({ ...LAVISH, windowMs: LAVISH.windowMs + 1 })),
      'another opening': () => decide(stolen, signedAs({ ...LAVISH, firstOpensAt: LAVISH.firstOpensAt + 1 })),
      'another phase': () => decide(stolen, signedAs({ ...LAVISH, phase: 2 })),
      'another vault': () => decide(stolen, signedAs(LAVISH), { vault: THIEVES[0].address }),
      'another city under this subject': () =>
        decide(stolen, { ...signedAs({ ...LAVISH, city: 'Paris' }), subject: `plans ${LAVISH.city}` }),
    };
    for (const [name, write] of Object.entries(entries)) {
      await write();
      expect([name, ...(await unbelieved())]).toEqual([name, terms]);
    }
    // Broken twin: an auditor that takes the thief for operators is deceived.
    expect(await unbelieved(DECEIVED)).toEqual(new Set());
  });

  test('behavior: is followed once people have reviewed it', async () => {
    await settle(LAVISH);
    await unbelieved();
    await sql`update audit.finding set reviewed_at = now(), review = 'known'`.execute(owner);
    await sealEverything(owner);
    expect(await followJournal(auditor, { operators: KNOWN_OPERATORS })).toMatchObject({ result: 'followed' });
  });

  test('default: is believed with both signatures', async () => {
    await decide(stolen, signedAs(LAVISH));
    await settle(LAVISH);
    expect(await unbelieved()).toEqual(new Set());
  });
});

describe('a cap of the reserve that the thief sets', () => {
  const cap = { key: 'POST /api/ops/reserve/cap', fields: { cap: '0' }, subject: 'reserve-cap' } as const;

  test('attack: is not believed', async () => {
    await decide(stolen, signedAs(PLAN));
    await sql`update reserve_setting set cap = 0`.execute(stolen);
    const round = await settle(PLAN);
    expect(await unbelieved()).toEqual(new Set([`round ${round} cap`]));
    await forge(cap);
    expect(await unbelieved()).toEqual(new Set([`round ${round} cap`]));
    expect(await unbelieved(DECEIVED)).toEqual(new Set());
  });

  test('attack: one that operators signed and replaced is not believed an hour later', async () => {
    await decide(stolen, signedAs(PLAN));
    await decide(stolen, cap, { issuedAt: Date.now() - DAY_MS });
    await decide(stolen, { ...cap, fields: { cap: '7' } }, { issuedAt: Date.now() - DAY_MS / 2 });
    await sql`update reserve_setting set cap = 0`.execute(stolen);
    const round = await settle(PLAN);
    expect(await unbelieved()).toEqual(new Set([`round ${round} cap`]));
  });

  test('default: is believed as two operators signed it', async () => {
    await decide(stolen, signedAs(PLAN));
    await setSignedCap(owner, 7n * JU);
    await settle(PLAN);
    expect(await unbelieved()).toEqual(new Set());
  });
});
