import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { DECIDERS, type Decided, KNOWN_OPERATORS, logEntries, signDecision } from '../builders/signed-decisions.ts';
import { buildVaultEvent } from '../builders/vault-events.ts';
import { asRole } from '../setup/as-role.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * An approver who has left, Ben, with the login of the process that performs what operators sign: the worth of that
 * signature beside another approver's, after a removal by the action, or only from OPERATOR_ADDRESSES.
 */

const [ANN, BEN] = DECIDERS;
const newAccount = () => privateKeyToAccount(generatePrivateKey());
/** An approver of the settings, and one whom Ann and Ben added. */
const [CARL, DORA] = [newAccount(), newAccount()];
const UNIT = 10n ** 18n;

const WITH_BEN = { ...KNOWN_OPERATORS, approvers: [ANN, BEN, CARL].map(({ address }) => address) };
const WITHOUT_BEN = { ...KNOWN_OPERATORS, approvers: [ANN, CARL].map(({ address }) => address) };

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let login: Login;
let stolen: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  login = await createLogin(database.url, 'city_mint_operator');
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_operator'), url: login.url, maxConnections: 1 });
  const payload = { from: ANN.address, purpose: '0x', currency: 'JU', amount: `${1_000n * UNIT}` };
  const funded = await buildVaultEvent(owner, { kind: 'funded', payload });
  await sql`select book_fundings(array[${funded}]::bigint[])`.execute(owner);
  await act('operators/add', [ANN, BEN], { address: DORA.address, role: 'approver' });
});
afterEach(async () => {
  await Promise.all([owner, auditor, stolen].map((each) => each.destroy()));
  await login.drop();
  await database.drop();
});

type People = readonly [PrivateKeyAccount, PrivateKeyAccount];

async function act(name: 'operators/add' | 'operators/remove', people: People, fields: object): Promise<void> {
  const decided: Decided = { key: `POST /api/ops/${name}`, fields, subject: 'operator' };
  await logEntries(stolen, await signDecision(decided, { people }));
}

/** Moves 7 JU of the treasury into the reserve, as these two signed it. */
async function fund(people: People): Promise<void> {
  const funding = { key: 'POST /api/ops/reserve/fund', fields: { amount: '7' }, subject: 'reserve-funding' } as const;
  const signedId = await logEntries(stolen, await signDecision(funding, { people }));
  await sql`select fund_reserve(${7n * UNIT}, 'a reason', ${signedId}::uuid)`.execute(stolen);
}

/** The kinds of transfers that an auditor with these settings does not believe. */
async function unbelieved(operators: typeof KNOWN_OPERATORS): Promise<readonly (string | null)[]> {
  await sql`delete from audit.finding`.execute(owner);
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  const followed = await followJournal(auditor, { operators });
  return followed.result === 'stopped' ? followed.findings.map(({ kind }) => kind) : [];
}

describe('an approver who was removed by the action', () => {
  beforeEach(() => act('operators/remove', [CARL, ANN], { address: BEN.address }));

  test('attack: decides nothing more, though the settings still name them', async () => {
    await fund([ANN, BEN]);
    await fund([BEN, ANN]);
    expect(await unbelieved(WITH_BEN)).toEqual(['reserve-funding', 'reserve-funding']);
  });

  test('default: an approver whom they added before decides', async () => {
    await fund([ANN, DORA]);
    expect(await unbelieved(WITH_BEN)).toEqual([]);
  });
});

describe('an approver who was removed only from OPERATOR_ADDRESSES', () => {
  test('attack: decides nothing more for an auditor that was started without them', async () => {
    await fund([ANN, BEN]);
    expect(await unbelieved(WITHOUT_BEN)).toEqual(['reserve-funding']);
    // Broken twin: an auditor whose settings still name Ben believes the signature beside another approver's.
    expect(await unbelieved(WITH_BEN)).toEqual([]);
  });

  test('behavior: approvers whom they added decide nothing either', async () => {
    await fund([ANN, DORA]);
    expect(await unbelieved(WITHOUT_BEN)).toEqual(['reserve-funding']);
  });

  test('behavior: transfers that they decided before, and that were followed, stay believed', async () => {
    await fund([ANN, BEN]);
    expect(await unbelieved(WITH_BEN)).toEqual([]);
    await fund([ANN, CARL]);
    expect(await unbelieved(WITHOUT_BEN)).toEqual([]);
  });
});
