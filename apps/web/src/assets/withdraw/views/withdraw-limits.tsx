import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import type { LoadStatus } from '#platform/load-status.ts';
import { Amount } from '#ui/amount.tsx';
import type { Currency } from '../../assets-search.ts';
import { currencyLimits, smaller, type WithdrawalLimits, type WithdrawalStop } from '../withdrawal-limits.ts';

type WithdrawLimitsProps = {
  readonly limits: LoadStatus<WithdrawalLimits>;
  readonly currency: Currency;
  /** The user's balance, an exact decimal string. */
  readonly available: string;
  readonly stop: WithdrawalStop | null;
  readonly onRetry: () => void;
};

/** The amount that can be withdrawn now, the limits behind it, and the reason of a stop. */
export function WithdrawLimits({ limits, currency, available, stop, onRetry }: WithdrawLimitsProps) {
  const t = useTranslations('assets.withdraw.limits');
  if (limits.kind === 'loading') return <Skeleton className="h-[1.7rem] w-full rounded-xl" />;
  if (limits.kind === 'failed') {
    return (
      <Notice kind="pending">
        <p className="pb-2">{t('failed')}</p>
        <Button kind="soft" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      {stop !== null && (
        <Notice kind="pending">
          {stop.kind === 'paused' ? t('paused') : t('cooling', { time: formatTime(stop.until) })}
        </Notice>
      )}
      <Figures limits={limits.data} currency={currency} available={available} isStopped={stop !== null} />
    </>
  );
}

type FiguresProps = {
  readonly limits: WithdrawalLimits;
  readonly currency: Currency;
  readonly available: string;
  readonly isStopped: boolean;
};

function Figures({ limits, currency, available, isStopped }: FiguresProps) {
  const t = useTranslations('assets.withdraw.limits');
  const figures = currencyLimits(limits, currency);
  if (figures === null) return null;
  const left = isStopped ? '0' : smaller(available, figures.left);
  const { perWithdrawal, day, dayLeft, shared, approvalAbove } = figures;
  return (
    <Card aria-label={t('title')}>
      <dl className="flex flex-col gap-1.5 text-xs">
        <div className="pair pb-1 text-sm">
          <dt className="font-medium">{t('now')}</dt>
          <dd className={`text-lg font-semibold ${left === '0' ? 'text-danger' : ''}`}>
            <Amount value={left} unit={currency} />
          </dd>
        </div>
        <Fact label={t('perWithdrawal')}>
          <Amount value={perWithdrawal} unit={currency} />
        </Fact>
        <Fact label={t('day')}>
          <Amount value={dayLeft} /> / <Amount value={day} unit={currency} />
        </Fact>
        <Fact label={t('shared')}>{t(`sharedStates.${shared}`)}</Fact>
        {approvalAbove !== null && (
          <Fact label={t('approvalAbove')}>
            {'> '}
            <Amount value={approvalAbove} unit={currency} />
          </Fact>
        )}
        {limits.newAddressHours > 0 && (
          <Fact label={t('newAddress')}>{t('newAddressHours', { hours: String(limits.newAddressHours) })}</Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="pair">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium figures">{children}</dd>
    </div>
  );
}
