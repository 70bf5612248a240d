import type { Logger } from 'pino';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { startSpan, within } from '#platform/tracing/active-span.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import { readCheckedSequence, storeComparison } from './comparison.ts';
import type { ObserveReserves } from './metrics.ts';
import { type Reconciliation, reconcile } from './queries/reserves.ts';
import { checkEvents } from './watch/check-events.ts';
import { type CosignDeps, cosignVouchers } from './withdrawals/commands/cosign-vouchers.ts';
import {
  type SignerDeps,
  type SigningFor,
  type SigningOutcome,
  signDueWithdrawal,
} from './withdrawals/commands/sign-due-withdrawal.ts';

export type WithdrawalJobsDeps = SignerDeps & {
  readonly log: Logger;
  /** Compares the ledger with the vault; called when a due withdrawal is newer than the last comparison. */
  readonly compare: () => Promise<unknown>;
  /** Called after each signature with the time, in milliseconds, that its withdrawal was due. */
  readonly onSigned?: (lateMs: number) => void;
};

const ENDS_SIGNING: ReadonlySet<SigningOutcome> = new Set(['none', 'paused', 'unbacked', 'forged', 'uncompared']);

/** Signs vouchers for all due withdrawals, and returns how many it signed. */
export async function signDueWithdrawals(deps: WithdrawalJobsDeps, signal?: AbortSignal): Promise<number> {
  let signedCount = 0;
  while (signal?.aborted !== true) {
    let signedFor: SigningFor | undefined;
    const startedAt = Date.now();
    const onSigning = (signing: SigningFor) => {
      signedFor = signing;
    };
    let outcome = await signDueWithdrawal({ ...deps, onSigning });
    if (outcome === 'uncompared') {
      await deps.compare();
      outcome = await signDueWithdrawal({ ...deps, onSigning });
    }
    if (outcome === 'signed' && signedFor !== undefined) {
      signedCount += 1;
      reportSigned(deps, { ...signedFor, startedAt });
    }
    if (outcome === 'unbacked') deps.log.fatal('a withdrawal is not backed by the ledger: withdrawals are paused');
    if (outcome === 'forged') deps.log.fatal('a withdrawal was forged: withdrawals are paused');
    if (outcome === 'withheld') deps.log.warn('a withdrawal waits: a limit, its address or its approval');
    if (ENDS_SIGNING.has(outcome)) break;
  }
  return signedCount;
}

/** The span of a signature is a trace of its own, which names the call that requested the withdrawal. */
function reportSigned(deps: WithdrawalJobsDeps, signed: SigningFor & { readonly startedAt: number }): void {
  const { withdrawalId, callId, lateMs, startedAt } = signed;
  const call = callId === null ? {} : { 'city_mint.call_id': callId };
  const attributes = { 'city_mint.withdrawal': `${withdrawalId}`, ...call };
  const span = startSpan('sign voucher', { parent: undefined, startedAt, attributes });
  within(span, () => deps.log.info({ callId, withdrawalId: `${withdrawalId}` }, 'voucher signed'));
  span?.end();
  deps.onSigned?.(lateMs);
}

/** The books follow a request within seconds; one that the auditor does not believe for longer is reported. */
const DOUBT_MS = 10_000;

/**
 * Returns a job that signs the vouchers which wait for the auditor's signature, and returns how many it signed. One
 * that it has not believed for ten seconds is logged once.
 */
export function createCosigning({ log, ...deps }: CosignDeps & { readonly log: Logger }): () => Promise<number> {
  let since: ReadonlyMap<string, number> = new Map();
  return async () => {
    const { signed, doubted } = await cosignVouchers(deps);
    for (const id of signed) log.info({ withdrawalId: `${id}` }, 'voucher signed by the auditor');
    const now = performance.now();
    const next = new Map<string, number>();
    for (const { withdrawalId, reason } of doubted) {
      const key = `${withdrawalId} ${reason}`;
      const first = since.get(key) ?? now;
      const isDue = now - first >= DOUBT_MS;
      if (isDue) log.error({ withdrawalId: `${withdrawalId}`, reason }, 'the auditor does not sign a voucher');
      // Logged: never due again.
      next.set(key, isDue ? Number.POSITIVE_INFINITY : first);
    }
    since = next;
    return signed.length;
  };
}

export type ReconcileDeps = Pick<SignerDeps, 'db' | 'deployment'> & {
  readonly node: RpcNode;
  readonly log: Logger;
  /** Called with the result of each comparison. */
  readonly observe?: ObserveReserves;
};

/**
 * Compares the ledger with the vault, and each new stored event with the vault's logs, stores whether they agree, and
 * pauses withdrawals if they differ by one unit or one event. Returns whether they agree.
 */
export async function watchReserves({ db, deployment, node, log, observe }: ReconcileDeps): Promise<boolean> {
  const reconciliation = await reconcile(db, { node, deployment });
  if (reconciliation === undefined) return true;
  observe?.(reconciliation);
  const after = await readCheckedSequence(db);
  const upTo = reconciliation.lastSequence.ledger;
  const { checked, difference } = await checkEvents({ db, deployment, node }, { after, upTo });
  const differences = [...describeDifferences(reconciliation), ...(difference === null ? [] : [difference])];
  await inTransaction(db, async (tx) => {
    await storeComparison(tx, { ...reconciliation, checkedSequence: checked, agrees: differences.length === 0 });
    for (const reason of differences) await pauseWithdrawals(tx, reason);
  });
  const { blockNumber } = reconciliation;
  for (const reason of differences)
    log.fatal({ reason, blockNumber: `${blockNumber}` }, 'ledger and vault do not agree');
  return differences.length === 0;
}

function describeDifferences({ currencies, lastSequence }: Reconciliation): string[] {
  const reasons = currencies
    .filter(({ agrees }) => !agrees)
    .map(
      ({ currency, ledger, vault, unbalanced }) =>
        `${currency}: the ledger says ${ledger} base units, the vault holds ${vault}, balances sum to ${unbalanced}`,
    );
  const { ledger, vault } = lastSequence;
  if (ledger !== vault)
    reasons.push(`the last stored event of the vault has number ${ledger}, its own count is ${vault}`);
  return reasons;
}
