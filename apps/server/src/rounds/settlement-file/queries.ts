import { settlementFormat } from '@city-mint/api-contract/rounds/settlement-files';
import type { SettlementFormat } from '@city-mint/api-contract/rounds/settlement-path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../terms/stored-terms.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** A complete file of a settled round: its length and the SHA-256 of its bytes, in hex. */
export type PublishedFile = { readonly format: SettlementFormat; readonly bytes: number; readonly sha256: string };

/** Returns the complete files of a round; none while they are being written, or for an unknown round. */
export async function listSettlementFiles(db: Database, roundId: bigint): Promise<PublishedFile[]> {
  const files = await db
    .selectFrom('settlement_file')
    .select(['format', 'bytes', 'sha256'])
    .where('round_id', '=', roundId)
    .orderBy('format', 'desc')
    .execute();
  return files.map(({ format, bytes, sha256 }) => ({
    format: settlementFormat.parse(format),
    bytes: Number(bytes),
    sha256,
  }));
}

type Part = { readonly part: number; readonly from_byte: bigint; readonly bytes: number };

/** Bytes of a file in memory per caller: the amount that the driver receives per query. */
const READ_BYTES = 64 * 1024;

/**
 * Yields a file's bytes in small buffers, one in memory at a time: from `from` to `to`, both inclusive, or all of them.
 */
export async function* readPartBytes(
  db: Database,
  file: { readonly roundId: bigint; readonly format: SettlementFormat; readonly from?: number; readonly to?: number },
): AsyncGenerator<Buffer> {
  const { roundId, format, from = 0, to = Number.MAX_SAFE_INTEGER } = file;
  const { rows: parts } = await sql<Part>`
    select part, from_byte, length(content) as bytes from settlement_file_part
    where round_id = ${roundId} and format = ${format} and from_byte <= ${to}
      and from_byte + length(content) > ${from}
    order by part`.execute(db);
  for (const { part, from_byte: start, bytes } of parts) {
    const end = Math.min(bytes, to - Number(start) + 1);
    for (let first = Math.max(0, from - Number(start)); first < end; first += READ_BYTES) {
      yield await readRange(db, { roundId, format, part, first, bytes: Math.min(READ_BYTES, end - first) });
    }
  }
}

type PartRange = {
  readonly roundId: bigint;
  readonly format: SettlementFormat;
  readonly part: number;
  readonly first: number;
  readonly bytes: number;
};

/**
 * Returns bytes of a part, read as one character per byte: as `bytea` each byte would be two hex digits. Read as a
 * whole, a part would be one long string, which the driver collects in buffers of doubling size, and which survive many
 * garbage collections: four callers made a process grow by 200 MiB.
 */
async function readRange(db: Database, { roundId, format, part, first, bytes }: PartRange): Promise<Buffer> {
  const { rows } = await sql<{ text: string }>`
    select convert_from(substring(content from ${first + 1}::int for ${bytes}::int), 'LATIN1') as text
    from settlement_file_part where round_id = ${roundId} and format = ${format} and part = ${part}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`part ${part} of the ${format} file of round ${roundId} is missing`);
  return Buffer.from(row.text, 'latin1');
}

/** Returns the first line of a round's JSON lines: the whole settlement except its orders. */
export async function readFileHead(tx: Database, roundId: bigint): Promise<string> {
  const settlement = await tx
    .selectFrom('round_settlement')
    .innerJoin('round_terms', 'round_terms.round_id', 'round_settlement.round_id')
    .selectAll('round_settlement')
    .select(['terms', 'terms_hash'])
    .where('round_settlement.round_id', '=', roundId)
    .executeTakeFirstOrThrow();
  const head = {
    roundId: roundId.toString(),
    termsHash: settlement.terms_hash,
    terms: parseTerms(settlement.terms),
    reserve: { balance: settlement.reserve_balance, cap: settlement.reserve_cap },
    emission: { remaining: settlement.emission_remaining },
    cancelled: settlement.outcome === 'cancelled',
    outcome: settlement.outcome,
    orderCount: settlement.order_count,
    totals: settlement.totals,
  };
  return `${JSON.stringify(head, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`;
}

/** The settlement of a round: its input and its result, amounts as strings of base units. */
export type SettlementFile = { readonly termsHash: string; readonly input: Json; readonly result: Json };

const head = z.object({
  termsHash: z.string(),
  terms: z.json(),
  reserve: z.json(),
  emission: z.json(),
  cancelled: z.boolean(),
  outcome: z.string(),
  totals: z.json(),
});
const line = z.looseObject({ result: z.json() });

/**
 * Returns the published settlement of a round as one document, read from its file; undefined while there is none. For
 * rounds whose orders fit into memory (docs/money-rules.md#6-the-settlement-file).
 */
export async function readSettlementFile(db: Database, roundId: bigint): Promise<SettlementFile | undefined> {
  if ((await listSettlementFiles(db, roundId)).length === 0) return undefined;
  const parts: Buffer[] = [];
  for await (const part of readPartBytes(db, { roundId, format: 'jsonl' })) parts.push(part);
  const [first = '', ...lines] = Buffer.concat(parts).toString('utf8').trimEnd().split('\n');
  const { termsHash, outcome, totals, ...input } = head.parse(JSON.parse(first));
  const orders = lines.map((text) => line.parse(JSON.parse(text)));
  return {
    termsHash,
    input: z.json().parse({ ...input, orders: orders.map(({ result: _result, ...order }) => order) }),
    result: z.json().parse({ outcome, orders: orders.map(({ result }) => result), totals }),
  };
}
