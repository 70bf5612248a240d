import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '#platform/query-client.ts';
import { serverNow, useServerNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorised } from '#session/ensure-authorised.ts';
import { assetsKeys, configQuery } from './assets-queries.ts';
import { receiptQuery } from './chain-queries.ts';
import { sendVoucher } from './send-voucher-flow.ts';
import { forgetSent, rememberSent, useSentTransactions } from './sent-transactions.ts';

type Status = ReplyOf<'POST /api/app/user/withdrawStatus'>;
type Input = { readonly account: `0x${string}`; readonly status: Status | null };

export type VoucherSending = {
  /** The transaction that the wallet sent for this withdrawal, while the server does not know it and the chain has not refused it. */
  readonly sentHash: `0x${string}` | null;
  /** It was sent long enough ago that it may be lost: sending again cannot pay twice, the vault takes an id once. */
  readonly canSendAgain: boolean;
  /** Whether it can be sent now: the contracts' addresses are there to hold the voucher against. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly send: () => Promise<void>;
};

const LOST_MS = 60_000;

/** Sends the voucher of a withdrawal through the wallet, and remembers what was sent across reloads. */
export function useSendVoucher({ account, status }: Input): VoucherSending {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const now = useServerNow();
  const config = useQuery(configQuery);
  const sent = useSentTransactions((state) => state.sent).filter(
    (entry) => status !== null && entry.withdrawalId === status.withdrawalId,
  );
  const last = sent.at(-1) ?? null;
  const waits = last !== null && status?.state === 'signed';
  const receipt = useQuery({ ...receiptQuery(last?.hash ?? '0x'), enabled: waits });
  const isReverted = receipt.data === 'reverted';

  // Once the server tells the same, the note of it has served.
  const isKnown = status !== null && !['requested', 'approved', 'signed'].includes(status.state);
  const served = isKnown ? sent.map(({ hash }) => hash).join() : '';
  useEffect(() => {
    for (const hash of served.split(',')) if (hash !== '') forgetSent(hash);
  }, [served]);

  const send = async () => {
    if (busy || status === null || config.data === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      if (!(await ensureAuthorised())) return;
      const outcome = await sendVoucher({ status, account, contracts: config.data });
      if (outcome.ok) {
        for (const { hash } of sent) forgetSent(hash);
        const { currency, amount, withdrawalId } = status;
        const sentAt = Math.round(serverNow());
        rememberSent({ hash: outcome.hash, address: account, currency, amount, sentAt, withdrawalId, told: false });
      } else if (outcome.cancelled) showToast(outcome.text);
      else setFailure(outcome.text);
      void queryClient.invalidateQueries({ queryKey: assetsKeys.allWithdrawals });
    } finally {
      setBusy(false);
    }
  };

  return {
    sentHash: waits && !isReverted ? last.hash : null,
    canSendAgain: waits && (isReverted || now - last.sentAt > LOST_MS),
    ready: config.data !== undefined,
    busy,
    failure,
    send,
  };
}
