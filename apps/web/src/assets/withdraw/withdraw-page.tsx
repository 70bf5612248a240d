import { Choice } from '@city-mint/ui/choice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { getRouteApi } from '#platform/router/router.tsx';
import { showToast } from '#platform/toast-store.ts';
import { usePendingRequest } from '#platform/use-pending-request.ts';
import { NameRecipient } from '#recipients/name-recipient.tsx';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PendingNotice } from '#ui/pending-notice.tsx';
import { availableOf } from '../asset-totals.ts';
import { assetsQuery } from '../assets-queries.ts';
import { CURRENCIES, parseWithdrawSearch } from '../assets-search.ts';
import { ContractsGate, type TrustedContracts } from '../chain/contracts-gate.tsx';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { LimitedWithdrawForm } from './limited-withdraw-form.tsx';
import type { RecipientFacts } from './views/withdraw-form.tsx';
import { WithdrawHow } from './views/withdraw-how.tsx';
import {
  requestWithdrawal,
  retryWithdrawal,
  type WithdrawalBody,
  type WithdrawOutcome,
  withdrawalRequests,
} from './withdraw-flow.ts';
import { WithdrawalProgress } from './withdrawal-progress.tsx';

const route = getRouteApi('/withdraw', parseWithdrawSearch);

/** Withdrawal: the request, and its progress until it is paid on chain. */
export function WithdrawPage() {
  const t = useTranslations('assets.withdraw');
  const gate = useTranslations('assets.gate');
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const { address } = useVisitor();
  /** The withdrawal requested just now: its voucher is sent to the wallet without another tap. */
  const [newWithdrawalId, setNewWithdrawalId] = useState<string | null>(null);
  const showProgress = (withdrawalId: string) => {
    setNewWithdrawalId(withdrawalId);
    void navigate({ search: { id: withdrawalId }, replace: true });
  };
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/assets" />
      <SessionGate sample="form" text={gate('withdraw')}>
        {address !== null && id === undefined && (
          <ContractsGate>
            {(contracts, { confirmationsNeeded }) => (
              <RequestWithdrawal
                key={address}
                account={address}
                contracts={contracts}
                confirmationsNeeded={confirmationsNeeded}
                onRequested={showProgress}
              />
            )}
          </ContractsGate>
        )}
        {address !== null && id !== undefined && (
          <WithdrawalProgress
            key={id}
            account={address}
            withdrawalId={id}
            sendAtOnce={newWithdrawalId === id}
            onAnother={() => void navigate({ search: {}, replace: true })}
            renderRecipient={(to) => <NameRecipient account={address} to={to} />}
          />
        )}
      </SessionGate>
    </Page>
  );
}

type RequestWithdrawalProps = {
  readonly account: `0x${string}`;
  readonly contracts: TrustedContracts;
  readonly confirmationsNeeded: number;
  readonly onRequested: (withdrawalId: string) => void;
};

function RequestWithdrawal({ account, contracts, confirmationsNeeded, onRequested }: RequestWithdrawalProps) {
  const t = useTranslations('assets.withdraw');
  const { currency = 'JU' } = route.useSearch();
  const navigate = route.useNavigate();
  const assets = useQuery(assetsQuery(account));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const handleOutcome = (outcome: WithdrawOutcome) => {
    if (outcome.kind === 'requested') onRequested(outcome.withdrawalId);
    if (outcome.kind === 'refused') setRefusal(outcome.text);
  };
  const pending = usePendingRequest(withdrawalRequests, account, async (request) =>
    handleOutcome(await retryWithdrawal(request)),
  );

  const confirmAndSend = async (body: WithdrawalBody, facts: RecipientFacts) => {
    if (!(await confirmWithdrawal(body, { confirmationsNeeded, ...facts })) || isSending) return;
    setIsSending(true);
    setRefusal(null);
    handleOutcome(await requestWithdrawal(account, body).finally(() => setIsSending(false)));
  };

  if (assets.isPending) return <SkeletonRows rows={4} />;
  if (assets.data === undefined) return <ErrorState error={assets.error} onRetry={() => void assets.refetch()} />;
  const isPending = pending !== null && !isSending;
  return (
    <>
      {isPending && (
        <PendingNotice
          requestId={pending.requestId}
          title={t('pendingTitle')}
          text={t('pendingText', { amount: exactAmount(pending.body.amount), unit: pending.body.currency })}
        />
      )}
      <Choice
        label={t('currency')}
        options={CURRENCIES.map((value) => ({ value, label: value }))}
        value={currency}
        onChange={(next) => {
          setRefusal(null);
          void navigate({ search: { currency: next }, replace: true });
        }}
      />
      <LimitedWithdrawForm
        key={currency}
        currency={currency}
        available={availableOf(assets.data.assets, currency) ?? '0'}
        ownAddress={account}
        contracts={[contracts.vault, contracts.fmc]}
        refusal={refusal}
        status={isSending ? 'sending' : isPending ? 'pending' : 'ready'}
        onSubmit={(values, facts) => {
          confirmAndSend({ currency, ...values }, facts).catch(() => showToast(t('waitingAnswer'), 'danger'));
        }}
      />
      <WithdrawHow confirmationsNeeded={confirmationsNeeded} />
    </>
  );
}
