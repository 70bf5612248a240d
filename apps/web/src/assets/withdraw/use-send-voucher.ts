import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { serverNow, useServerNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { assetsKeys, configQuery } from '../assets-queries.ts';
import { receiptQuery } from '../chain/chain-queries.ts';
import type { ContractsCheck } from '../chain/check-contracts.ts';
import { checkConfig, contractsProblemText } from '../chain/contracts-gate.tsx';
import { forgetSent, rememberSent, sentTransactions } from '../chain/sent-transactions.ts';
import { type VoucherStatus, voucherStatus } from './voucher.ts';

const voucherFlow = lazyCode(['assets'], () => import('./send-voucher-flow.ts'));

type Withdrawal = ReplyOf<'POST /api/app/user/withdrawStatus'>;
type VoucherInput = { readonly account: `0x${string}`; readonly withdrawal: Withdrawal | null };

export type VoucherSending = {
  readonly status: VoucherStatus;
  /** The failure of the last attempt. */
  readonly failure: string | null;
  readonly send: () => Promise<void>;
};

/** Returns the state of sending a withdrawal's voucher from the wallet. Sent transactions survive a reload. */
export function useSendVoucher({ account, withdrawal }: VoucherInput): VoucherSending {
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const now = useServerNow();
  const config = useQuery(configQuery);
  const sent = sentTransactions
    .useStore((state) => state.entries)
    .filter((entry) => withdrawal !== null && entry.withdrawalId === withdrawal.withdrawalId);
  const lastSent = withdrawal?.state === 'signed' ? (sent.at(-1) ?? null) : null;
  const receipt = useQuery({ ...receiptQuery(lastSent?.hash ?? '0x'), enabled: lastSent !== null });
  useForgetReported(withdrawal, sent.map(({ hash }) => hash).join());

  const sendFor = async (current: Withdrawal, contracts: ContractsCheck) => {
    if (contracts.kind !== 'trusted') return setFailure(contractsProblemText(contracts));
    if (!(await ensureAuthorized())) return;
    const flow = await partOf(voucherFlow);
    if (flow === null) return;
    const outcome = await flow.sendVoucher({ status: current, account, contracts });
    if (outcome.ok) {
      for (const { hash } of sent) forgetSent(hash);
      const { currency, amount, withdrawalId } = current;
      const sentAt = Math.round(serverNow());
      const transaction = { hash: outcome.hash, address: account, currency, amount, sentAt, withdrawalId };
      rememberSent({ ...transaction, acknowledged: false });
    } else if (outcome.cancelled) showToast(outcome.text);
    else setFailure(outcome.text);
    void queryClient.invalidateQueries({ queryKey: assetsKeys.allWithdrawals });
  };

  return {
    status: voucherStatus({
      lastSent,
      isReverted: receipt.data === 'reverted',
      isAsking,
      isPrepared: config.data !== undefined,
      now,
    }),
    failure,
    async send() {
      if (isAsking || withdrawal === null || config.data === undefined) return;
      setIsAsking(true);
      setFailure(null);
      await sendFor(withdrawal, checkConfig(config.data)).finally(() => setIsAsking(false));
    },
  };
}

/** Forgets the sent transactions of a withdrawal once the server reports it as submitted or later. */
function useForgetReported(withdrawal: Withdrawal | null, sentHashes: string): void {
  const isReported = withdrawal !== null && !['requested', 'approved', 'signed'].includes(withdrawal.state);
  const reportedHashes = isReported ? sentHashes : '';
  useEffect(() => {
    for (const hash of reportedHashes.split(',')) if (hash !== '') forgetSent(hash);
  }, [reportedHashes]);
}
