import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '#platform/toast-store.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { withdrawalQuery } from './assets-queries.ts';
import { useSendVoucher } from './use-send-voucher.ts';
import { WithdrawalActions } from './views/withdrawal-actions.tsx';
import { WithdrawalSteps } from './views/withdrawal-steps.tsx';

type WithdrawalProgressProps = {
  readonly account: `0x${string}`;
  readonly withdrawalId: string;
  /** Asked for just now: the wallet is asked as soon as the voucher is there. */
  readonly sendAtOnce: boolean;
  readonly onAnother?: () => void;
};

/** A withdrawal from its request until the chain has paid it, or it was given back. It goes on from wherever it stands. */
export function WithdrawalProgress({ account, withdrawalId, sendAtOnce, onAnother }: WithdrawalProgressProps) {
  const t = useTranslations('assets.withdraw');
  const query = useQuery(withdrawalQuery(account, withdrawalId));
  const status = query.data ?? null;
  const sending = useSendVoucher({ account, status });

  const asked = useRef(false);
  const canSend = status?.voucher != null && status.state === 'signed' && sending.ready;
  const askWalletOnce = useEffectEvent(() => {
    if (!sendAtOnce || asked.current || sending.sentHash !== null) return;
    asked.current = true;
    void sending.send();
  });
  useEffect(() => {
    if (canSend) askWalletOnce();
  }, [canSend]);

  const before = useRef(status?.state);
  const state = status?.state;
  const tellDone = useEffectEvent(() => showToast(t('done'), 'success'));
  useEffect(() => {
    if (state === 'completed' && before.current !== undefined && before.current !== 'completed') tellDone();
    before.current = state;
  }, [state]);

  if (query.isPending) return <SkeletonRows rows={3} />;
  if (status === null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <WithdrawalSteps status={status} sentHash={sending.sentHash}>
      <WithdrawalActions
        status={status}
        sent={sending.sentHash !== null}
        canSendAgain={sending.canSendAgain}
        busy={sending.busy || !sending.ready}
        failure={sending.failure}
        onSend={() => void sending.send()}
        onExpired={() => void query.refetch()}
        onAnother={onAnother}
      />
    </WithdrawalSteps>
  );
}
