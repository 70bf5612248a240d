import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { ConfirmationMeter } from '../../views/confirmation-bar.tsx';
import { MoneyPath } from '../../views/money-path.tsx';
import { currentStep } from '../withdrawal.ts';
import { useWithdrawalStations } from './withdrawal-stations.ts';

type Withdrawal = ReplyOf<'POST /api/app/user/withdrawStatus'>;

type WithdrawalStepsProps = {
  readonly withdrawal: Withdrawal;
  readonly sentHash: string | null;
  /** The actions that are possible now. */
  readonly children: ReactNode;
};

/** The steps of a withdrawal from the request to the recipient, its current step, and the possible actions. */
export function WithdrawalSteps({ withdrawal, sentHash, children }: WithdrawalStepsProps) {
  const t = useTranslations('assets');
  const stations = useWithdrawalStations(withdrawal, sentHash !== null);
  const state = withdrawal.state === 'signed' && sentHash !== null ? 'submitted' : withdrawal.state;
  const isPaid = withdrawal.state === 'completed';
  return (
    <>
      <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
        <Guilloche seed={withdrawal.to} className="absolute -top-16 -left-16 size-60 text-hero-line opacity-20" />
        <div className="relative flex flex-col gap-4">
          <div>
            <p className="text-sm text-hero-muted" role="status">
              {t(`withdraw.steps.${state}`)}
            </p>
            <p className={`mt-0.5 text-2xl font-semibold ${isPaid ? 'text-gold' : ''}`}>
              <Amount value={withdrawal.amount} unit={withdrawal.currency} exact />
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-hero-muted">
              {t('withdraw.to')} <AddressText address={withdrawal.to} className="text-sm" />
            </p>
          </div>
          <MoneyPath label={t('withdraw.progress')} stations={stations} />
          <Confirmations withdrawal={withdrawal} />
        </div>
      </section>
      <Card className="flex flex-col gap-4">
        <Explanation withdrawal={withdrawal} isSent={sentHash !== null} />
        <TransactionHash hash={withdrawal.txHash ?? sentHash} />
        {children}
      </Card>
    </>
  );
}

function Confirmations({ withdrawal: { confirmations, confirmationsNeeded } }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslations('assets');
  if (confirmations === null) return null;
  return (
    <div className="text-sm text-hero-muted figures">
      <ConfirmationMeter count={confirmations} needed={confirmationsNeeded} />
      {t('confirmations', { count: String(confirmations), needed: String(confirmationsNeeded) })}
    </div>
  );
}

/** Explains the current step, or the reason for the return. */
function Explanation({ withdrawal, isSent }: { readonly withdrawal: Withdrawal; readonly isSent: boolean }) {
  const t = useTranslations('assets.withdraw');
  const { state, returnedReason, confirmationsNeeded } = withdrawal;
  if (state === 'returned') {
    return (
      <Notice kind="danger">
        {returnedReason === null ? t('steps.returned') : t(`returnedBecause.${returnedReason}`)}
      </Notice>
    );
  }
  const step = currentStep(state, isSent);
  return step === null ? null : (
    <p className="text-sm text-muted">{t(`how.${step}`, { count: String(confirmationsNeeded) })}</p>
  );
}

function TransactionHash({ hash }: { readonly hash: string | null }) {
  const t = useTranslations('assets.detail');
  if (hash === null) return null;
  return (
    <p className="pair items-center text-sm text-muted">
      {t('txHash')} <AddressText address={hash} className="text-sm" />
    </p>
  );
}
