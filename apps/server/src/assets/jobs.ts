import type { Logger } from 'pino';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pausePart } from '#switches/commands.ts';
import { type SignerDeps, type SigningFor, signDueWithdrawal } from './commands/sign-due-withdrawal.ts';
import type { ObserveReserves } from './metrics/create-reserve-metrics.ts';
import { reconcile } from './queries/reconcile.ts';

export type WithdrawalJobsDeps = SignerDeps & {
  readonly log: Logger;
  /** Told after each signature how long its withdrawal was due, in milliseconds. */
  readonly onSigned?: (lateMs: number) => void;
};

/** Signs vouchers for all withdrawals that are due. Gives how many it signed. */
export async function signDueWithdrawals(deps: WithdrawalJobsDeps, signal?: AbortSignal): Promise<number> {
  let signed = 0;
  while (signal?.aborted !== true) {
    let signedFor: SigningFor | undefined;
    const onSigning = (signing: SigningFor) => {
      signedFor = signing;
    };
    const signing = await signDueWithdrawal({ ...deps, onSigning });
    if (signing === 'signed' && signedFor !== undefined) {
      signed += 1;
      const { withdrawalId, callId, lateMs } = signedFor;
      deps.log.info({ callId, withdrawalId: `${withdrawalId}` }, 'voucher signed');
      deps.onSigned?.(lateMs);
    }
    if (signing === 'unbacked')
      deps.log.fatal('a withdrawal is not backed by the ledger: withdrawals are switched off');
    if (signing === 'none' || signing === 'paused' || signing === 'unbacked') break;
  }
  return signed;
}

export type ReconcileDeps = Pick<SignerDeps, 'db' | 'place'> & {
  readonly node: RpcNode;
  readonly log: Logger;
  /** Told of each comparison. */
  readonly observe?: ObserveReserves;
};

/** Looks whether ledger and vault agree to the unit; where they do not, withdrawals are switched off. True when they agree. */
export async function watchReserves({ db, place, node, log, observe }: ReconcileDeps): Promise<boolean> {
  const found = await reconcile(db, { node, place });
  if (found !== undefined) observe?.(found);
  const wrong = found?.currencies.filter(({ agrees }) => !agrees) ?? [];
  for (const { currency, ledger, vault, unbalanced } of wrong) {
    const figures = { currency, ledger: `${ledger}`, vault: `${vault}`, unbalanced: `${unbalanced}` };
    log.fatal({ ...figures, blockNumber: `${found?.blockNumber}` }, 'ledger and vault do not agree');
    const reason = `${currency}: the ledger says ${ledger} base units, the vault holds ${vault}, balances sum to ${unbalanced}`;
    await inTransaction(db, (tx) => pausePart(tx, 'withdrawals', reason));
  }
  return wrong.length === 0;
}
