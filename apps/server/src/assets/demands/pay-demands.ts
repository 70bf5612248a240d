import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { encodeFunctionData, type Hex } from 'viem';
import type { SendCall } from '#platform/chain/send-calls.ts';
import type { Database } from '#platform/database/database.ts';
import type { VaultDeployment } from '../vault.ts';
import { findLastVoucher, secondsOf } from '../withdrawals/store/vouchers.ts';
import { findWithdrawals } from '../withdrawals/store/withdrawals.ts';
import { voucherOf } from '../withdrawals/voucher.ts';
import { listPayable } from './store.ts';

/** A payment that is in no block after this time is sent again. */
const RESEND_MS = 60_000;

/**
 * Returns a job that sends the vouchers which open demands wait for to the vault, each at most once a minute until the
 * indexer has seen its payment. It returns how many it sent.
 */
export function createDemandPayments({
  db,
  deployment,
}: {
  readonly db: Database;
  readonly deployment: VaultDeployment;
}): (send: SendCall) => Promise<number> {
  const sentAt = new Map<bigint, number>();
  return async (send) => {
    const payable = await listPayable(db);
    for (const id of sentAt.keys()) if (!payable.includes(id)) sentAt.delete(id);
    const due = payable.filter((id) => performance.now() - (sentAt.get(id) ?? Number.NEGATIVE_INFINITY) > RESEND_MS);
    let sent = 0;
    for (const withdrawal of (await findWithdrawals(db, { ids: due, state: 'signed' })).values()) {
      const voucher = await findLastVoucher(db, withdrawal.id);
      if (voucher?.cosignature == null) continue;
      const term = { validAfter: secondsOf(voucher.valid_after), deadline: secondsOf(voucher.deadline) };
      const signatures = [voucher.signature as Hex, voucher.cosignature as Hex] as const;
      const data = encodeFunctionData({
        abi: vaultAbi,
        functionName: 'payDemand',
        args: [voucherOf(deployment, withdrawal, term), ...signatures],
      });
      sentAt.set(withdrawal.id, performance.now());
      const details = { withdrawalId: `${withdrawal.id}` };
      if (await send({ to: deployment.vault, data, details })) sent += 1;
    }
    return sent;
  };
}
