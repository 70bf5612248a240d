import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { encodeFunctionData, type Hex } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { SendCall } from '#platform/chain/send-calls.ts';
import type { Database } from '#platform/database/database.ts';
import type { VaultDeployment } from '../vault.ts';
import { findLastVoucher, secondsOf } from '../withdrawals/store/vouchers.ts';
import { findWithdrawals } from '../withdrawals/store/withdrawals.ts';
import { voucherIdOf, voucherOf } from '../withdrawals/voucher.ts';
import { listPayable } from './store.ts';

/** A payment that the indexer has not seen after this time is sent again. */
const RESEND_MS = 60_000;

type PaymentDeps = { readonly db: Database; readonly node: RpcNode; readonly deployment: VaultDeployment };

/**
 * Returns a job that sends the vouchers which open demands wait for to the vault, each at most once a minute until the
 * indexer has seen its payment. It returns how many it sent.
 */
export function createDemandPayments({ db, node, deployment }: PaymentDeps): (send: SendCall) => Promise<number> {
  const sentAt = new Map<bigint, number>();
  const vault = { address: deployment.vault, abi: vaultAbi } as const;
  return async (send) => {
    for (const [id, at] of sentAt) if (performance.now() - at > RESEND_MS) sentAt.delete(id);
    const due = await listPayable(db, [...sentAt.keys()]);
    let sent = 0;
    for (const withdrawal of (await findWithdrawals(db, { ids: due, state: 'signed' })).values()) {
      sentAt.set(withdrawal.id, performance.now());
      const voucher = await findLastVoucher(db, withdrawal.id);
      const isUsed = await node.readContract({ ...vault, functionName: 'used', args: [voucherIdOf(withdrawal)] });
      if (voucher?.cosignature == null || isUsed) continue;
      const term = { validAfter: secondsOf(voucher.valid_after), deadline: secondsOf(voucher.deadline) };
      const data = encodeFunctionData({
        ...{ abi: vaultAbi, functionName: 'payDemand' },
        args: [voucherOf(deployment, withdrawal, term), voucher.signature as Hex, voucher.cosignature as Hex],
      });
      const details = { withdrawalId: `${withdrawal.id}` };
      if (await send({ to: deployment.vault, data, details })) sent += 1;
    }
    return sent;
  };
}
