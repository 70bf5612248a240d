import type { Logger } from 'pino';
import { BaseError } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { listSettledRounds } from '#rounds/settlement/queries.ts';
import { findSent, findWaiting } from './anchors/anchor-store.ts';
import type { ScribeDeps } from './anchors/scribe-deps.ts';
import { sendWaiting } from './anchors/send-waiting.ts';
import { watchSent } from './anchors/watch-sent.ts';
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
/** How long the vault is left alone after it could not be read. */
const UNREAD_MS = 10_000;

/** Makes what proofs are due: a tree for each settled round that has none, then those of the liabilities. */
export function createProofJob({
  db,
  vault,
  log,
  leastMs = LEAST_MS,
}: ProofJobsDeps): (signal?: AbortSignal) => Promise<void> {
  let triedAtMs = Number.NEGATIVE_INFINITY;
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
    if (signal?.aborted === true || performance.now() - triedAtMs < UNREAD_MS || !(await areTreesDue(db, leastMs)))
      return;
    try {
      if (await makeLiabilitiesTrees(db, vault)) log.info('the trees of liabilities are made');
    } catch (error) {
      // The node is away, or has forgotten what the vault held at that block: there will be a later one.
      if (!(error instanceof BaseError)) throw error;
      triedAtMs = performance.now();
      log.warn({ err: error }, 'the vault cannot be read at the block of the ledger; trees of liabilities wait');
    }
  };
}

export type ScribeJobDeps = Omit<ScribeDeps, 'node' | 'resendMs' | 'raiseMs'> & {
  /** The first one is sent to; what is final is what all of them say. */
  readonly nodes: readonly RpcNode[];
  readonly confirmations: number;
  /** As ScribeDeps says; 10 seconds and 2 minutes unless told. */
  readonly resendMs?: number;
  readonly raiseMs?: number;
};

const RESEND_MS = 10_000;
const RAISE_MS = 120_000;

/**
 * Brings the roots that wait into the contract Anchors and watches them until they are final. Everything stands in rows and in the contract,
 * so each root gets there once whatever is killed when, and however many workers do this side by side.
 */
export function createScribeJob({ nodes, confirmations, ...rest }: ScribeJobDeps) {
  const [node] = nodes;
  if (node === undefined) throw new Error('no chain node is configured');
  const deps: ScribeDeps = { resendMs: RESEND_MS, raiseMs: RAISE_MS, ...rest, node };
  return async (signal?: AbortSignal): Promise<void> => {
    const [sent, waiting] = await Promise.all([findSent(deps.db), findWaiting(deps.db, 1)]);
    if (sent.length + waiting.length === 0) return;
    const { head, finalized } = await surveyChain({ nodes, chainId: deps.place.chainId, confirmations });
    const ends = { head: head.number, finalized: finalized.number };
    await watchSent(deps, ends);
    if (signal?.aborted !== true) await sendWaiting(deps, ends, signal);
  };
}
