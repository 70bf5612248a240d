import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { stepsDone, WITHDRAWAL_STEPS } from '../withdrawal.ts';
import { ConfirmationBar } from './confirmation-bar.tsx';

type Withdrawal = ReplyOf<'POST /api/app/user/withdrawStatus'>;

type WithdrawalStepsProps = {
  readonly withdrawal: Withdrawal;
  readonly sentHash: string | null;
  /** The actions that are possible now. */
  readonly children: ReactNode;
};

/** The steps of a withdrawal, done, current and to come. */
export function WithdrawalSteps({ withdrawal, sentHash, children }: WithdrawalStepsProps) {
  const t = useTranslations('assets.withdraw');
  const hash = withdrawal.txHash ?? sentHash;
  const state = withdrawal.state === 'signed' && sentHash !== null ? 'submitted' : withdrawal.state;
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <p className="text-sm text-muted" role="status">
          {t(`steps.${state}`)}
        </p>
        <p className="mt-0.5 text-2xl font-semibold">
          <Amount value={withdrawal.amount} unit={withdrawal.currency} exact />
        </p>
        <p className="mt-1 flex items-center gap-2 text-sm text-muted">
          {t('to')} <AddressText address={withdrawal.to} className="text-sm" />
        </p>
      </div>
      {withdrawal.state === 'returned' ? (
        <Notice kind="danger">
          {withdrawal.returnedReason === null ? t('steps.returned') : t(`returnedBecause.${withdrawal.returnedReason}`)}
        </Notice>
      ) : (
        <Steps withdrawal={withdrawal} sentHash={sentHash} />
      )}
      {hash !== null && <AddressText address={hash} className="text-sm text-muted" />}
      {children}
    </Card>
  );
}

function Steps({ withdrawal, sentHash }: Pick<WithdrawalStepsProps, 'withdrawal' | 'sentHash'>) {
  const t = useTranslations('assets');
  const done = stepsDone(withdrawal.state, sentHash !== null);
  const waitsForWallet = withdrawal.state === 'signed' && sentHash === null;
  return (
    <ol aria-label={t('withdraw.progress')} className="flex flex-col">
      {WITHDRAWAL_STEPS.map((step, index) => {
        const isNow = index === done;
        return (
          <li key={step} aria-current={isNow ? 'step' : undefined} className="flex gap-3">
            <span className="flex flex-col items-center">
              <span
                className={`inline-flex size-6 items-center justify-center rounded-full text-xs ${index < done ? 'bg-accent text-on-accent' : isNow ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-muted'}`}
              >
                {index < done ? (
                  <Icon name="check" />
                ) : isNow && !waitsForWallet ? (
                  <Spinner />
                ) : (
                  <span aria-hidden="true">{index + 1}</span>
                )}
              </span>
              {index < WITHDRAWAL_STEPS.length - 1 && (
                <span aria-hidden="true" className={`min-h-4 w-px flex-1 ${index < done ? 'bg-accent' : 'bg-line'}`} />
              )}
            </span>
            <span
              className={`min-w-0 flex-1 pb-3 text-sm ${isNow ? 'font-semibold' : index < done ? '' : 'text-muted'}`}
            >
              {t(`withdraw.stepsShort.${step}`)}
              {step === 'confirming' && withdrawal.confirmations !== null && (
                <span className="mt-1.5 flex flex-col gap-1 text-xs font-normal text-muted figures">
                  {t('confirmations', {
                    count: String(withdrawal.confirmations),
                    needed: String(withdrawal.confirmationsNeeded),
                  })}
                  <ConfirmationBar count={withdrawal.confirmations} needed={withdrawal.confirmationsNeeded} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
