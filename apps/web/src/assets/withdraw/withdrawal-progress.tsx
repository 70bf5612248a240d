import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { isSameAddress } from '#platform/same-address.ts';
import { showToast } from '#platform/toast-store.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { withdrawalQuery } from '../assets-queries.ts';
import { FmcOffer } from '../chain/fmc-offer.tsx';
import { useSendVoucher } from './use-send-voucher.ts';
import { WithdrawalActions } from './views/withdrawal-actions.tsx';
import { WithdrawalSteps } from './views/withdrawal-steps.tsx';

type WithdrawalProgressProps = {
  readonly account: `0x${string}`;
  readonly withdrawalId: string;
  /** It was requested just now: ask the wallet to send the voucher as soon as it exists. */
  readonly sendAtOnce: boolean;
  readonly onAnother?: () => void;
  /** Returns the lines about the recipient, below the actions. */
  readonly renderRecipient?: (to: string) => ReactNode;
};

/** A withdrawal from its request until it is paid on chain or returned; resumes from any state. */
export function WithdrawalProgress(props: WithdrawalProgressProps) {
  const { account, withdrawalId, sendAtOnce, onAnother, renderRecipient } = props;
  const t = useTranslations('assets.withdraw');
  const query = useQuery(withdrawalQuery(account, withdrawalId));
  const withdrawal = query.data ?? null;
  const { status, failure, send } = useSendVoucher({ account, withdrawal });

  const wasAsked = useRef(false);
  const canSend = withdrawal?.voucher != null && withdrawal.state === 'signed' && status.kind === 'ready';
  const askWalletOnce = useEffectEvent(() => {
    if (!sendAtOnce || wasAsked.current) return;
    wasAsked.current = true;
    void send();
  });
  useEffect(() => {
    if (canSend) askWalletOnce();
  }, [canSend]);

  const previousState = useRef(withdrawal?.state);
  const state = withdrawal?.state;
  const notifyCompleted = useEffectEvent(() => showToast(t('done'), 'success'));
  useEffect(() => {
    const wasOpen = previousState.current !== undefined && previousState.current !== 'completed';
    if (state === 'completed' && wasOpen) notifyCompleted();
    previousState.current = state;
  }, [state]);

  if (query.isPending) return <SkeletonRows rows={3} />;
  if (withdrawal === null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <WithdrawalSteps withdrawal={withdrawal} sentHash={status.hash}>
      <WithdrawalActions
        withdrawal={withdrawal}
        voucherStatus={status}
        failure={failure}
        onSend={() => void send()}
        onExpired={() => void query.refetch()}
        onAnother={onAnother}
      />
      {renderRecipient?.(withdrawal.to)}
      {hasPaidFmc(withdrawal, account) && <FmcOffer account={account} />}
    </WithdrawalSteps>
  );
}

/** Returns whether FMC has arrived in the account's own wallet, which may not show it. */
function hasPaidFmc({ state, currency, to }: ReplyOf<'POST /api/app/user/withdrawStatus'>, account: string): boolean {
  return state === 'completed' && currency === 'FMC' && isSameAddress(to, account);
}
