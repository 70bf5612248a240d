import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { tokensSql } from '@city-mint/tests/builders/sessions';
import { sql } from 'kysely';

const WALLETS_A_STATEMENT = 10_000;
const ORDERS_A_STATEMENT = 5_000;
/** Concurrent statements, each with a separate round. */
const LANES = 2;

/** Adds so many wallets with a million JU each; returns their users' ids. */
export async function buildWallets(owner: Database, count: number): Promise<bigint[]> {
  const users: bigint[] = [];
  for (let made = 0; made < count; made += WALLETS_A_STATEMENT) {
    const next = Math.min(WALLETS_A_STATEMENT, count - made);
    users.push(...(await buildParticipants(owner, { count: next, available: 1_000_000n * JU })));
  }
  return users;
}

/**
 * Fills the tables with orders of random wallets and their transfers, as the server's own statement writes them, in
 * open rounds of additional cities. Resolves once the tables are vacuumed and checkpointed.
 */
export async function fillOrders(url: string, { users, orders }: { users: readonly bigint[]; orders: number }) {
  const owner = createDatabase({ url, statementTimeoutMs: 120_000 });
  const lanes = Array.from({ length: LANES }, (_unused, lane) => lane);
  const rounds: OpenRound[] = [];
  for (const lane of lanes) {
    const plan = buildPlan({ city: `Filled ${lane}`, firstQuota: tokenAmount(BigInt(orders) * JU) });
    rounds.push(await openRound(owner, plan));
  }
  await Promise.all(rounds.map((round) => fillRound(owner, round, { users, orders: Math.ceil(orders / LANES) })));
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  await owner.destroy();
}

async function fillRound(
  owner: Database,
  round: OpenRound,
  { users, orders }: { users: readonly bigint[]; orders: number },
): Promise<void> {
  let wallets: bigint[] = [];
  for (let made = 0; made < orders; made += ORDERS_A_STATEMENT) {
    const count = Math.min(ORDERS_A_STATEMENT, orders - made);
    if (wallets.length < count) wallets = shuffled(users);
    const drawn = wallets.splice(-count).sort((a, b) => (a < b ? -1 : 1));
    const { rows } = await sql<{ accepted: number }>`
      select cardinality(joined.order_ids) as accepted
      from (
        select array_agg(u order by n) as users, array_agg(${JU.toString()}::numeric) as amounts,
          array_agg(gen_random_uuid()) as requests, array_agg(n::int order by n) as arrivals
        from unnest(${drawn}::bigint[]) with ordinality t (u, n)
      ) drawn cross join lateral join_rounds(
        array[${round.roundId}::bigint], array[${round.termsHash}], ${tokensSql(sql`users`)}, amounts, requests,
        arrivals,
        array_fill(1, array[cardinality(users)])) joined`.execute(owner);
    if (rows[0]?.accepted !== count) throw new Error('an order was refused');
  }
}

/** Returns the items in random order. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
