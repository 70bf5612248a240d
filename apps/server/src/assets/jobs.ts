import type { Logger } from 'pino';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pausePart } from '#switches/commands.ts';
import type { ObserveReserves } from './metrics.ts';
import { reconcile } from './queries/reserves.ts';
import { type SignerDeps, type SigningFor, signDueWithdrawal } from './withdrawals/commands/sign-due-withdrawal.ts';

export type WithdrawalJobsDeps = SignerDeps & {
  readonly log: Logger;
  /** Called after each signature with the time, in milliseconds, that its withdrawal was due. */
  readonly onSigned?: (lateMs: number) => void;
};

/** Signs vouchers for all due withdrawals, and returns how many it signed. */
export async function signDueWithdrawals(deps: WithdrawalJobsDeps, signal?: AbortSignal): Promise<number> {
  let signedCount = 0;
  while (signal?.aborted !== true) {
    let signedFor: SigningFor | undefined;
    const onSigning = (signing: SigningFor) => {
      signedFor = signing;
    };
    const outcome = await signDueWithdrawal({ ...deps, onSigning });
    if (outcome === 'signed' && signedFor !== undefined) {
      signedCount += 1;
      const { withdrawalId, callId, lateMs } = signedFor;
      deps.log.info({ callId, withdrawalId: `${withdrawalId}` }, 'voucher signed');
      deps.onSigned?.(lateMs);
    }
    if (outcome === 'unbacked') deps.log.fatal('a withdrawal is not backed by the ledger: withdrawals are paused');
    if (outcome === 'forged') deps.log.fatal('a withdrawal was forged: withdrawals are paused');
    if (outcome === 'withheld') deps.log.warn('a withdrawal waits: a limit, its address or its approval');
    if (outcome === 'none' || outcome === 'paused' || outcome === 'unbacked' || outcome === 'forged') break;
  }
  return signedCount;
}

export type ReconcileDeps = Pick<SignerDeps, 'db' | 'deployment'> & {
  readonly node: RpcNode;
  readonly log: Logger;
  /** Called with the result of each comparison. */
  readonly observe?: ObserveReserves;
};

/**
 * Compares the ledger with the vault, and pauses withdrawals if they differ by one unit. Returns whether they agree.
 */
export async function watchReserves({ db, deployment, node, log, observe }: ReconcileDeps): Promise<boolean> {
  const reconciliation = await reconcile(db, { node, deployment });
  if (reconciliation !== undefined) observe?.(reconciliation);
  const differences = reconciliation?.currencies.filter(({ agrees }) => !agrees) ?? [];
  for (const { currency, ledger, vault, unbalanced } of differences) {
    const figures = { currency, ledger: `${ledger}`, vault: `${vault}`, unbalanced: `${unbalanced}` };
    log.fatal({ ...figures, blockNumber: `${reconciliation?.blockNumber}` }, 'ledger and vault do not agree');
    const reason =
      `${currency}: the ledger says ${ledger} base units, the vault holds ${vault}, ` + `balances sum to ${unbalanced}`;
    await inTransaction(db, (tx) => pausePart(tx, 'withdrawals', reason));
  }
  return differences.length === 0;
}
