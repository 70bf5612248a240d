import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { listSettledRounds } from '../rounds/queries/list-settled-rounds.ts';
import { makeLiabilitiesTrees, type VaultReading } from './commands/make-liabilities-trees.ts';
import { makeSettlementTree } from './commands/make-settlement-tree.ts';
import { areTreesDue } from './queries/are-trees-due.ts';
import { findTreelessRounds } from './queries/find-treeless-rounds.ts';

export type ProofJobsDeps = {
  readonly db: Database;
  readonly vault: VaultReading;
  readonly log: Logger;
  /** Milliseconds between trees of liabilities at least; 10 minutes unless told. */
  readonly leastMs?: number;
};

const LEAST_MS = 600_000;

/** Makes what proofs are due: a tree for each settled round that has none, then those of the liabilities. */
export function createProofJob({
  db,
  vault,
  log,
  leastMs = LEAST_MS,
}: ProofJobsDeps): (signal?: AbortSignal) => Promise<void> {
  // Every round up to this one was looked at and has its tree; after a restart the looking begins anew.
  let doneUpTo = 0n;
  return async (signal) => {
    const { rounds, firstUnsettled } = await listSettledRounds(db, doneUpTo);
    for (const roundId of await findTreelessRounds(
      db,
      rounds.map((round) => round.roundId),
    )) {
      if (signal?.aborted === true) return;
      await makeSettlementTree(db, roundId);
    }
    doneUpTo = firstUnsettled === null ? (rounds.at(-1)?.roundId ?? doneUpTo) : firstUnsettled - 1n;
    if (signal?.aborted === true || !(await areTreesDue(db, leastMs))) return;
    if (await makeLiabilitiesTrees(db, vault)) log.info('the trees of liabilities are made');
  };
}
