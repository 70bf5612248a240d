import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { SourcesWanted, TransferSources } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { hasManyOrders } from './orders.ts';
import { ordersUnderWay } from './orders-under-way.ts';

const ORDER_KINDS = ['join', 'principal-return', 'compensation', 'mint', 'distribute', 'split'] as const;

/**
 * Returns a subquery for the sources of a user's transfers in rounds: orders of rounds that had not ended at `since`
 * (for rounds that were already settled only the later stages), and orders of invited users whose rewards were not all
 * paid then. They are found among the user's own orders and rewards, or among the rounds (`byRounds`).
 */
export function roundSources({ userId, since, kinds, byRounds, isNamed }: SourcesWanted): TransferSources {
  const codes = ORDER_KINDS.filter((kind) => kinds?.includes(kind) ?? true).map((kind) => TRANSFER_KINDS[kind].code);
  const roundName = isNamed ? sql`c.name || ' ' || r.phase || '-' || r.number` : sql`''`;
  // Forces a lookup round by round and by key, independent of the planner's estimate for a user.
  const withRound = isNamed
    ? sql`cross join lateral (select city_id, phase, number from round where id = o.round_id offset 0) r
      cross join lateral (select name from city where id = r.city_id offset 0) c`
    : sql``;
  const ofOrders = sql`
    select k.kind, o.id as source_id,
      'order ' || o.id || ', ' || ${roundName} || case when s.outcome = 'cancelled' then ', cancelled' else '' end
        as reference,
      coalesce(s.outcome = 'failed', false) as failed
    from (${byRounds ? ordersOfRoundsSince(userId, since) : ownOrdersSince(userId, since)}) o ${withRound}
    left join lateral (select outcome from round_settlement where round_id = o.round_id offset 0) s on true
    cross join lateral (${transferKindsSince(since)}) k
    where k.kind = any (${codes}::int[])`;
  const rewards = sql`
    select ${TRANSFER_KINDS.reward.code}::int as kind, o.order_id as source_id, ${roundName} as reference,
      false as failed
    from (${byRounds ? rewardsOfRoundsSince(userId, since) : ownRewardsSince(userId, since)}) o ${withRound}`;
  if (kinds?.includes('reward') === false) return ofOrders;
  return codes.length === 0 ? rewards : sql`${ofOrders} union all ${rewards}`;
}

/** With fewer orders and rewards, or with more rounds since, the rounds are not searched. */
const MANY = { orders: 2_000, rounds: 20_000 };

/**
 * Returns whether the sources of a user's transfers since a time are found by the rounds that had not ended then: for a
 * user with very many orders or rewards, more than these rounds.
 */
export async function areSourcesOfRounds(
  db: Database,
  { userId, since, many = MANY }: Pick<SourcesWanted, 'userId' | 'since'> & { readonly many?: Readonly<typeof MANY> },
): Promise<boolean> {
  if (!(await hasManyOrders(db, { userId, number: many.orders }))) return false;
  const counted = await executePrepared(
    db,
    sql<{ rounds: number }>`select count(*)::int as rounds from (
      select from round_transition where state = 'ended' and at >= ${since}::timestamptz limit ${many.rounds + 1}::int
    ) counted`,
  );
  const rounds = counted[0]?.rounds ?? 0;
  return rounds <= many.rounds && (rounds <= many.orders || (await hasManyOrders(db, { userId, number: rounds })));
}

/** The condition that the round of a row `o` had not reached a state at a time: looked up by its key. */
function isNotBefore(state: 'minted' | 'ended', since: Date): RawBuilder<unknown> {
  return sql`coalesce(
    (select at from round_transition where round_id = o.round_id and state = ${state}), 'infinity') >= ${since}`;
}

function ownOrdersSince(userId: bigint, since: Date): RawBuilder<unknown> {
  return sql`select o.id, o.round_id from mint_order o where o.user_id = ${userId} and ${isNotBefore('ended', since)}`;
}

function ownRewardsSince(userId: bigint, since: Date): RawBuilder<unknown> {
  return sql`select o.order_id, o.round_id from order_settlement o
    where o.inviter_id = ${userId} and o.reward > 0 and ${isNotBefore('minted', since)}`;
}

/** Of earlier minted rounds that have not ended, those with a later stage that was paid since, or is due. */
function ordersOfRoundsSince(userId: bigint, since: Date): RawBuilder<unknown> {
  return sql`
    select s.order_id as id, w.round_id
    from (
      select round_id from round_transition where state = 'ended' and at >= ${since}
      union select round_id from round_transition where state = 'minted' and at >= ${since}
      union select round_id from round_stage where stage > 1 and paid_at >= ${since}
      union select round_id from round_stage where stage > 1 and paid_at is null and due_at <= clock_timestamp()
      -- In the order of the lookups, so that adjacent rows are read together.
      order by round_id
    ) w
    cross join lateral (
      select order_id from order_settlement where round_id = w.round_id and user_id = ${userId} offset 0
    ) s
    union all (${ordersUnderWay({ userId, states: ['active', 'failed', 'cancelled'] })})`;
}

function rewardsOfRoundsSince(userId: bigint, since: Date): RawBuilder<unknown> {
  return sql`
    select s.order_id, w.round_id
    from (
      select round_id from round_transition where state = 'minted' and at >= ${since}
      union all select id from round where state = 'settling'
    ) w
    cross join lateral (
      select order_id from order_settlement
      where inviter_id = ${userId} and round_id = w.round_id and reward > 0 offset 0
    ) s`;
}

/**
 * The kinds of transfers of an order `o`, whose round has the outcome `s.outcome`, that may have been made since a
 * time. For a round minted before, these are the kinds of stages that were not paid then; a stage is paid when it is
 * due.
 */
function transferKindsSince(since: Date): RawBuilder<unknown> {
  return sql`
    select kind from (values (kind_join()), (kind_principal_return()), (kind_compensation()), (kind_mint()),
      (kind_split())) settled (kind)
    where ${isNotBefore('minted', since)}
      and (kind <> kind_compensation() or s.outcome = 'failed')
      and (kind not in (kind_mint(), kind_split()) or s.outcome = 'minted')
    union all
    select kind_distribute() where exists (
      select from round_stage g where g.round_id = o.round_id and g.stage > 1
        and case when g.paid_at is null then g.due_at <= clock_timestamp() else g.paid_at >= ${since} end)`;
}

/**
 * Returns the same for one kind of transfers of all of a user's own orders, only by their ids, so that it reads no
 * other row of an order.
 */
export function ownOrderSources(userId: bigint, kind: OrderTransferKind): TransferSources {
  return sql`select ${TRANSFER_KINDS[kind].code}::int as kind, o.id as source_id, '' as reference, false as failed
    from mint_order o where o.user_id = ${userId}`;
}

export type OrderTransferKind = (typeof ORDER_KINDS)[number];

/** Returns whether transfers of a kind are made for orders, from or to the account of the participant. */
export function isOfOwnOrders(kind: TransferKind): kind is OrderTransferKind {
  return ORDER_KINDS.some((name) => name === kind);
}
