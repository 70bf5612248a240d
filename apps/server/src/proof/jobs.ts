import type { Logger } from 'pino';
import { BaseError } from 'viem';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { listSettledRounds } from '#rounds/settlement/queries.ts';
import type { ScribeDeps } from './anchors/anchor-transaction.ts';
import { sendWaitingAnchors } from './anchors/send-waiting-anchors.ts';
import { trackSentAnchors } from './anchors/track-sent-anchors.ts';
import { type CosignAnchorsDeps, cosignAnchors } from './commands/cosign-anchors.ts';
import { makeLiabilitiesTrees, type VaultReading } from './commands/make-liabilities-trees.ts';
import { makeSettlementTree } from './commands/make-settlement-tree.ts';
import { areLiabilitiesTreesDue, findRoundsWithoutTree } from './queries/find-due-trees.ts';
import { hasOpenAnchors } from './queries/read-anchor-state.ts';

export type ProofJobDeps = {
  readonly db: Database;
  readonly vault: VaultReading;
  readonly log: Logger;
  /** Minimum age of the trees of liabilities before they are made again, in milliseconds; 10 minutes by default. */
  readonly minimumAgeMs?: number;
};

const MINIMUM_AGE_MS = 600_000;
/** Delay before the next attempt after the vault could not be read. */
const VAULT_RETRY_MS = 10_000;

/** Returns a job that makes the due proofs: settlement trees of settled rounds, then trees of liabilities. */
export function createProofJob({
  db,
  vault,
  log,
  minimumAgeMs = MINIMUM_AGE_MS,
}: ProofJobDeps): (signal?: AbortSignal) => Promise<void> {
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  // Every round up to this one has its tree; after a restart all rounds are checked again.
  let checkedUpTo = 0n;

  const makeSettlementTrees = async (signal?: AbortSignal) => {
    const { rounds, firstUnsettled } = await listSettledRounds(db, checkedUpTo);
    const settledRoundIds = rounds.map(({ roundId }) => roundId);
    for (const roundId of await findRoundsWithoutTree(db, settledRoundIds)) {
      if (signal?.aborted === true) return;
      await makeSettlementTree(db, roundId);
    }
    checkedUpTo = firstUnsettled === null ? (settledRoundIds.at(-1) ?? checkedUpTo) : firstUnsettled - 1n;
  };
  return async (signal) => {
    await makeSettlementTrees(signal);
    if (signal?.aborted === true || performance.now() - lastFailureMs < VAULT_RETRY_MS) return;
    if (!(await areLiabilitiesTreesDue(db, minimumAgeMs))) return;
    try {
      if (await makeLiabilitiesTrees(db, vault)) log.info('made the trees of liabilities');
    } catch (error) {
      // The node does not respond, or no longer has the vault's state at that block; a later block will work.
      if (!(error instanceof BaseError)) throw error;
      lastFailureMs = performance.now();
      log.warn({ err: error }, 'the vault cannot be read at the block of the ledger; trees of liabilities wait');
    }
  };
}

export type ScribeJobDeps = Omit<ScribeDeps, 'node' | 'resendMs' | 'raiseMs'> & {
  /** Transactions are sent to the first node; the chain's state is the one that the majority agrees on. */
  readonly nodes: readonly RpcNode[];
  readonly confirmations: number;
  /** As in ScribeDeps; 10 seconds and 2 minutes by default. */
  readonly resendMs?: number;
  readonly raiseMs?: number;
};

const RESEND_MS = 10_000;
const RAISE_MS = 120_000;

/**
 * Returns a job that anchors waiting roots and tracks them until they are final. All state is in rows and in the
 * contract, so each root is anchored once, even if workers are killed or several run. Throws without nodes.
 */
export function createScribeJob({
  nodes,
  confirmations,
  ...deps
}: ScribeJobDeps): (signal?: AbortSignal) => Promise<void> {
  if (nodes.length === 0) throw new Error('no chain node is configured');
  const node = createAgreedNode({ nodes, chainId: deps.deployment.chainId, confirmations, at: 'head' });
  const scribe: ScribeDeps = { resendMs: RESEND_MS, raiseMs: RAISE_MS, ...deps, node };
  return async (signal) => {
    if (!(await hasOpenAnchors(scribe.db))) return;
    const { head, finalized } = await surveyChain({ nodes, chainId: scribe.deployment.chainId, confirmations });
    const height = { head: head.number, finalized: finalized.number };
    await trackSentAnchors(scribe, height);
    if (signal?.aborted !== true) await sendWaitingAnchors(scribe, height, signal);
  };
}

/** Delays of the next attempt after the books did not support a root, doubled each time. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 300_000;
/** The books follow a payment within seconds; a root that waits longer is reported. */
const REPORTED_DELAY_MS = 16_000;

/** Returns a job that signs the roots which wait for the auditor's signature. Logs a root once that waits long. */
export function createRootCosigning({
  log,
  ...deps
}: CosignAnchorsDeps & { readonly log: Logger }): () => Promise<void> {
  const delays = new Map<bigint, { readonly ms: number; readonly until: number }>();
  const isDue = (id: bigint) => performance.now() >= (delays.get(id)?.until ?? 0);
  return async () => {
    for (const { id, kind, subject, doubt } of await cosignAnchors(deps, isDue)) {
      const details = { anchorId: `${id}`, kind, subject: `${subject}` };
      if (doubt === undefined) {
        delays.delete(id);
        log.info(details, 'root signed by the auditor');
        continue;
      }
      const ms = Math.min((delays.get(id)?.ms ?? FIRST_DELAY_MS / 2) * 2, LONGEST_DELAY_MS);
      delays.set(id, { ms, until: performance.now() + ms });
      if (ms === REPORTED_DELAY_MS) log.error({ ...details, reason: doubt }, 'the auditor does not sign a root');
    }
  };
}
