import type { SettlementFormat } from '@city-mint/api-contract/rounds/settlement-path';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SettledOutcome } from '../round/store/steps.ts';

/** Orders in one part of a file: about a megabyte. */
export const PART_ORDERS = 5_000;

/** A settled round whose files are being written, its settlement's row locked by this transaction. */
export type DueFile = {
  readonly roundId: bigint;
  readonly outcome: string;
  readonly orders: number;
  readonly partsDone: number;
};

/** Locks the round whose files have been due the longest; undefined when none is due. */
export async function lockDueFile(tx: Database): Promise<DueFile | undefined> {
  const due = await tx
    .selectFrom('round_settlement')
    .innerJoin('round', 'round.id', 'round_settlement.round_id')
    .select(['round_settlement.round_id', 'outcome', 'round_settlement.order_count', 'file_parts'])
    .where('file_due_at', '<=', sql<Date>`clock_timestamp()`)
    .where('round.state', 'in', ['minted', 'ended'])
    .orderBy('file_due_at')
    .limit(1)
    .forUpdate('round_settlement')
    .skipLocked()
    .executeTakeFirst();
  if (due === undefined) return undefined;
  return { roundId: due.round_id, outcome: due.outcome, orders: due.order_count, partsDone: due.file_parts };
}

/** Records the number of written parts; `dueInMs` null = the files are complete. */
export async function recordParts(
  tx: Database,
  { roundId, parts, dueInMs }: { readonly roundId: bigint; readonly parts?: number; readonly dueInMs: number | null },
): Promise<void> {
  const dueAt = dueInMs === null ? null : sql<Date>`clock_timestamp() + ${dueInMs}::int * interval '1 millisecond'`;
  await tx
    .updateTable('round_settlement')
    .set({ file_due_at: dueAt, ...(parts === undefined ? {} : { file_parts: parts }) })
    .where('round_id', '=', roundId)
    .execute();
}

/** Numbers the inviters of a round, so that its files do not disclose their identities. */
export async function numberInviters(tx: Database, roundId: bigint): Promise<void> {
  await sql`
    insert into settlement_inviter (round_id, inviter_id, number)
    select ${roundId}, inviter_id, row_number() over (order by inviter_id)
    from (
      select distinct inviter_id from order_settlement where round_id = ${roundId} and inviter_id is not null
    ) inviters`.execute(tx);
}

/** Deletes these numbers, once the files are complete. */
export async function forgetInviters(tx: Database, roundId: bigint): Promise<void> {
  await tx.deleteFrom('settlement_inviter').where('round_id', '=', roundId).execute();
}

/** A column of the result: its name in the file and in the database; amounts in base units. */
type ResultColumn = readonly [name: string, column: string];

/** The columns of each outcome's results; the three stages are a list in JSON. */
export const RESULT_COLUMNS: Record<SettledOutcome, readonly ResultColumn[]> = {
  minted: [
    ['principal', 'principal'],
    ['fee', 'fee'],
    ['reward', 'reward'],
    ['split', 'split'],
    ['stage1', 'stage1'],
    ['stage2', 'stage2'],
    ['stage3', 'stage3'],
  ],
  failed: [
    ['refund', 'refund'],
    ['loss', 'loss'],
    ['compensation', 'compensation'],
    ['hash', 'hash_power'],
  ],
  cancelled: [['refund', 'refund']],
};

type NewPart = {
  readonly roundId: bigint;
  readonly outcome: SettledOutcome;
  readonly part: number;
  /** The text before the first order, in the first part; empty in all others. */
  readonly head: Readonly<Record<SettlementFormat, string>>;
};

/**
 * Writes one part of both files of a settled round: `head` and the lines of the next orders by rank. The database
 * builds and stores the text; numbers and strings of digits need no escapes.
 */
export async function insertPart(tx: Database, { roundId, outcome, part, head }: NewPart): Promise<void> {
  const first = part * PART_ORDERS + 1;
  await sql`
    with lines as (
      select s.rank, ${jsonLine(outcome)} as json, ${csvLine(outcome)} as csv
      from mint_order o
        join order_settlement s on s.order_id = o.id
        left join settlement_inviter i on i.round_id = s.round_id and i.inviter_id = s.inviter_id
      where o.round_id = ${roundId} and o.rank between ${first}::int and ${first + PART_ORDERS - 1}::int
    ), texts as (
      select ${head.jsonl} || coalesce(string_agg(json, '' order by rank), '') as json,
        ${head.csv} || coalesce(string_agg(csv, '' order by rank), '') as csv
      from lines
    )
    insert into settlement_file_part (round_id, format, part, from_byte, content)
    select ${roundId}, f.format, ${part}::int, coalesce(before.to_byte, 0), f.content
    from texts cross join lateral (
      values ('jsonl', convert_to(texts.json, 'UTF8')), ('csv', convert_to(texts.csv, 'UTF8'))
    ) f (format, content)
    left join lateral (
      select p.from_byte + length(p.content) as to_byte from settlement_file_part p
      where p.round_id = ${roundId} and p.format = f.format and p.part = ${part - 1}::int
    ) before on true`.execute(tx);
}

const inviter = sql`'0x' || lpad(to_hex(i.number), 40, '0')`;
const qualified = sql`coalesce(s.inviter_qualified, false)`;

function jsonLine(outcome: SettledOutcome): RawBuilder<string> {
  const isStage = (name: string) => name.startsWith('stage');
  const columns = RESULT_COLUMNS[outcome];
  const singles = columns.filter(([name]) => !isStage(name));
  const stages = columns.filter(([name]) => isStage(name));
  const results = singles.map(([name, column]) => sql`${sql.lit(`,"${name}":"`)} || s.${sql.ref(column)} || '"'`);
  const list = sql.join(
    stages.map(([, column]) => sql`'"' || s.${sql.ref(column)} || '"'`),
    sql` || ',' || `,
  );
  return sql`'{"rank":' || s.rank || ',"amount":"' || s.amount || '","inviter":'
    || case when i.number is null then 'null' else '"' || ${inviter} || '"' end
    || ',"inviterQualified":' || ${qualified}::text || ',"late":' || s.late::text
    || ',"result":{"rank":' || s.rank || ${sql.join(results, sql` || `)}
    || ${stages.length === 0 ? sql`''` : sql`',"stages":[' || ${list} || ']'`} || ${'}}\n'}`;
}

function csvLine(outcome: SettledOutcome): RawBuilder<string> {
  const results = RESULT_COLUMNS[outcome].map(([, column]) => sql`',' || s.${sql.ref(column)}`);
  return sql`s.rank || ',' || s.amount || ',' || coalesce(${inviter}, '') || ',' || ${qualified}::text || ','
    || s.late::text || ${sql.join(results, sql` || `)} || ${'\n'}`;
}

/** Stores that a file is complete: its length in bytes and the SHA-256 of all of them, in hex. */
export async function insertFile(
  tx: Database,
  file: {
    readonly roundId: bigint;
    readonly format: SettlementFormat;
    readonly bytes: bigint;
    readonly sha256: string;
  },
): Promise<void> {
  const { roundId, format, bytes, sha256 } = file;
  await tx.insertInto('settlement_file').values({ round_id: roundId, format, bytes, sha256 }).execute();
}
