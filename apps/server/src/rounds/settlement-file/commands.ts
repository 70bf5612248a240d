import { createHash } from 'node:crypto';
import { settlementFormat } from '@city-mint/api-contract/rounds/settlement-files';
import type { SettlementFormat } from '@city-mint/api-contract/rounds/settlement-path';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { RoundStepError } from '../round/step-errors.ts';
import { type SettledOutcome, settledOutcome } from '../round/store/steps.ts';
import { readFileHead, readPartBytes } from './queries.ts';
import {
  type DueFile,
  forgetInviters,
  insertFile,
  insertPart,
  lockDueFile,
  numberInviters,
  PART_ORDERS,
  RESULT_COLUMNS,
  recordParts,
} from './store.ts';

const FAILURE_RETRY_MS = 5_000;

/**
 * Writes the next part of the published files of a settled round, or completes them with their hashes, in a separate
 * transaction; they are written once and never change. Returns false when none is due; throws a `RoundStepError` when
 * the part could not be written (docs/money-rules.md#6-the-settlement-file).
 */
export async function writeSettlementFile(db: Database): Promise<boolean> {
  let roundId: bigint | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const due = await lockDueFile(tx);
      roundId = due?.roundId;
      if (due === undefined) return false;
      if (due.partsDone > 0 && due.partsDone * PART_ORDERS >= due.orders) await completeFiles(tx, due);
      else await writePart(tx, due);
      return true;
    });
  } catch (error) {
    if (roundId === undefined) throw error;
    await recordParts(db, { roundId, dueInMs: FAILURE_RETRY_MS });
    throw new RoundStepError(roundId, error);
  }
}

async function writePart(tx: Database, { roundId, outcome: stored, partsDone: part }: DueFile): Promise<void> {
  const outcome = settledOutcome.parse(stored);
  const isFirst = part === 0;
  if (isFirst) await numberInviters(tx, roundId);
  const head = { jsonl: isFirst ? await readFileHead(tx, roundId) : '', csv: isFirst ? csvHead(outcome) : '' };
  await insertPart(tx, { roundId, outcome, part, head });
  await recordParts(tx, { roundId, parts: part + 1, dueInMs: 0 });
}

function csvHead(outcome: SettledOutcome): string {
  const columns = ['rank', 'amount', 'inviter', 'inviterQualified', 'late'];
  return `${[...columns, ...RESULT_COLUMNS[outcome].map(([name]) => name)].join(',')}\n`;
}

async function completeFiles(tx: Database, { roundId }: DueFile): Promise<void> {
  for (const format of settlementFormat.options) {
    const { bytes, sha256 } = await hashFile(tx, { roundId, format });
    await insertFile(tx, { roundId, format, bytes, sha256 });
  }
  await forgetInviters(tx, roundId);
  await recordParts(tx, { roundId, dueInMs: null });
}

async function hashFile(tx: Database, file: { readonly roundId: bigint; readonly format: SettlementFormat }) {
  const hash = createHash('sha256');
  let bytes = 0n;
  for await (const part of readPartBytes(tx, file)) {
    hash.update(part);
    bytes += BigInt(part.length);
  }
  return { bytes, sha256: hash.digest('hex') };
}
