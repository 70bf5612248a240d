import { accountId } from '@city-mint/domain/ledger/account-id';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { AutoMintChange } from '@city-mint/domain/rounds/change-auto-mint';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { creditDeposits } from '@city-mint/server/assets/recharges/commands';
import { returnCancelledWithdrawal } from '@city-mint/server/assets/withdrawals/commands/end-withdrawal';
import { requestWithdrawal } from '@city-mint/server/assets/withdrawals/commands/request-withdrawal';
import type { WithdrawalRequest } from '@city-mint/server/assets/withdrawals/withdrawal-request';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import type { JoinRequest } from '@city-mint/server/rounds/join/join-request';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { parseTerms } from '@city-mint/server/rounds/terms/stored-terms';
import { sql } from 'kysely';
import pg from 'pg';
import type { Hex } from 'viem';
import { changeAutoMintOf } from '../builders/auto-mint.ts';
import { createJoins } from '../builders/joins.ts';
import { closeWindow } from '../builders/rounds.ts';
import { tokenOf } from '../builders/sessions.ts';
import { buildVaultEvent } from '../builders/vault-events.ts';
import { asRole } from '../setup/as-role.ts';
import type { ModelUser } from './money-model.ts';

/** The server's commands on PostgreSQL, each with the database role of its process. */
export type MoneyWorld = Awaited<ReturnType<typeof openWorld>>;

/** Where other tests have the machine, a new connection takes longer than a call of the product may wait. */
const PATIENT = { waitMs: 60_000 };

/** Returns the commands on a database, whose commits do not wait for the disk. */
export async function openWorld(url: string) {
  const setting = new pg.Client({ connectionString: url });
  await setting.connect();
  await setting.query(
    `alter database ${setting.escapeIdentifier(new URL(url).pathname.slice(1))} set synchronous_commit = off`,
  );
  await setting.end();
  const owner = databaseOver(createPool({ url, maxConnections: 2, ...PATIENT }));
  const apiPool = createPool({ ...asRole(url, 'city_mint_api'), maxConnections: 2, ...PATIENT });
  const api = databaseOver(apiPool);
  const worker = databaseOver(createPool({ ...asRole(url, 'city_mint_worker'), maxConnections: 1, ...PATIENT }));
  const indexer = databaseOver(createPool({ ...asRole(url, 'city_mint_indexer'), maxConnections: 1, ...PATIENT }));
  return {
    owner,
    joinRound: createJoins({ pool: apiPool, db: api }),
    ...wallet({ api, indexer }),
    ...engine({ owner, worker }),
    ...reads(owner),
    setAutoMint: (user: ModelUser, asked: { change: AutoMintChange; consented: boolean }) =>
      changeAutoMintOf({ api, owner }, { userId: user.id, ...asked }),
    readBalances: (ids: readonly bigint[]) => readBalances(owner, ids),
    async end() {
      await Promise.all([owner.destroy(), api.destroy(), worker.destroy(), indexer.destroy()]);
    },
  };
}

export type ModelJoin = Omit<JoinRequest, 'token'>;

export const joinOf = (parts: Omit<ModelJoin, 'requestId'>): ModelJoin => ({
  ...parts,
  requestId: crypto.randomUUID(),
});

/** Returns the commands behind events of the chain and requests of users. */
function wallet({ api, indexer }: { api: Database; indexer: Database }) {
  return {
    /** Books a deposit as if it were final. */
    deposit: (user: ModelUser, amount: TokenAmount): Promise<void> =>
      inTransaction(indexer, async (tx) => {
        const { address: account } = await tx
          .selectFrom('app_user')
          .select('address')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        const payload = { account, currency: 'JU', amount: amount.toString() };
        await creditDeposits(tx, [await buildVaultEvent(tx, { kind: 'deposited', payload })]);
      }),
    requestWithdrawal: (asked: Omit<WithdrawalRequest, 'token'>) =>
      requestWithdrawal(api, { request: { ...asked, token: tokenOf(asked.userId) }, forbiddenAddresses: [] }),
    /** Returns a withdrawal as after its voucher was cancelled on chain. */
    returnWithdrawal: (id: bigint) =>
      inTransaction(indexer, async (tx) => {
        const { voucher_id: voucherId } = await tx
          .selectFrom('withdrawal')
          .select('voucher_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const sequence = await buildVaultEvent(tx, { kind: 'voucher-cancelled', payload: { voucherId } });
        await returnCancelledWithdrawal(tx, { kind: 'voucher-cancelled', sequence, voucherId: voucherId as Hex });
      }),
  };
}

/** Returns the worker's commands for one round at a time; all other rounds are made not due. */
function engine({ owner, worker }: { owner: Database; worker: Database }) {
  const makeDue = (roundId: bigint) =>
    sql`update round set due_at = case when id = ${roundId} then clock_timestamp() end
      where due_at is not null or id = ${roundId}`.execute(owner);
  const stateOf = async (roundId: bigint) =>
    (await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow()).state;
  const run = async (roundId: bigint, chunkSize: number) => {
    await makeDue(roundId);
    while (await advanceRound(worker, { chunkSize }));
  };
  return {
    stateOf,
    async publishPlan(plan: PhasePlan): Promise<void> {
      const answer = await publishPlan(owner, plan);
      if (!('planId' in answer)) throw new Error(JSON.stringify(answer));
    },
    /** Publishes due rounds and opens the city's new round; returns its terms. */
    async openNext(city: string, chunkSize: number) {
      while (await publishNextRound(worker));
      const row = await owner
        .selectFrom('round')
        .innerJoin('city', 'city.id', 'round.city_id')
        .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
        .select(['round.id', 'terms', 'terms_hash'])
        .where('city.name', '=', city)
        .where('round.state', '=', 'scheduled')
        .executeTakeFirstOrThrow();
      await sql`update round set opens_at = clock_timestamp() - interval '1 second' where id = ${row.id}`.execute(
        owner,
      );
      await makeDue(row.id);
      while ((await stateOf(row.id)) === 'scheduled') await advanceRound(worker, { chunkSize });
      return { id: row.id, terms: parseTerms(row.terms), termsHash: row.terms_hash };
    },
    /** Publishes due rounds; returns whether this city has a scheduled round. */
    async isNextPublished(city: string): Promise<boolean> {
      while (await publishNextRound(worker));
      const scheduled = await owner
        .selectFrom('round')
        .innerJoin('city', 'city.id', 'round.city_id')
        .select('round.id')
        .where('city.name', '=', city)
        .where('round.state', '=', 'scheduled')
        .execute();
      return scheduled.length > 0;
    },
    async closeWindow(roundId: bigint): Promise<void> {
      await makeDue(roundId);
      await closeWindow(owner, roundId);
      await advanceRound(worker);
    },
    settle: run,
    async payStages(roundId: bigint, chunkSize: number): Promise<void> {
      await sql`update round_stage set due_at = clock_timestamp()
        where round_id = ${roundId} and paid_at is null`.execute(owner);
      await run(roundId, chunkSize);
    },
  };
}

/** Returns the queries for the compared data besides balances. */
function reads(owner: Database) {
  return {
    readOrders: async (roundId: bigint) =>
      owner
        .selectFrom('mint_order')
        .select(['user_id', 'rank', 'accepted', 'automatic'])
        .where('round_id', '=', roundId)
        .orderBy('rank')
        .execute(),
    readAutoMint: async (users: readonly ModelUser[]) =>
      owner
        .selectFrom('auto_mint')
        .select(['user_id', 'enabled', 'version', 'failed_rounds'])
        .where(
          'user_id',
          'in',
          users.map(({ id }) => id),
        )
        .orderBy('user_id')
        .execute(),
  };
}

async function readBalances(owner: Database, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_account where id = any (${ids}::bigint[])`.execute(owner);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** The ids of all system accounts, which all sequences share. */
export const SYSTEM_ACCOUNTS: readonly bigint[] = [
  accountId({ kind: 'custody', currency: 'JU', owner: 0n }),
  accountId({ kind: 'custody', currency: 'FMC', owner: 0n }),
  accountId({ kind: 'nodes', currency: 'JU', owner: 0n }),
  accountId({ kind: 'levels', currency: 'JU', owner: 0n }),
  accountId({ kind: 'treasury', currency: 'JU', owner: 0n }),
  accountId({ kind: 'reserve', currency: 'JU', owner: 0n }),
  accountId({ kind: 'launch-costs', currency: 'JU', owner: 0n }),
  accountId({ kind: 'emission', currency: 'FMC', owner: 0n }),
];

export const amountOf = (units: number): TokenAmount => tokenAmount(BigInt(units));
