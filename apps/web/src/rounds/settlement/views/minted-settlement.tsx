import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';

type Minted = NonNullable<NonNullable<ReplyOf<'POST /api/biz/mint/detail'>['settlement']>['minted']>;

type MintedSettlementProps = {
  readonly minted: Minted;
  readonly settledAt: number;
  /** Below the stages. */
  readonly children?: ReactNode;
};

/** The payments of a minted round to this order, exact. */
export function MintedSettlement({ minted, settledAt, children }: MintedSettlementProps) {
  const t = useTranslations('rounds.order');
  return (
    <section aria-label={t('settlement')} className="flex flex-col gap-1 rounded-xl bg-success-soft px-4 py-3">
      <h3 className="text-sm font-semibold text-success">{t('settlement')}</h3>
      <KeyValues
        rows={[
          { label: t('principal'), value: <Exact value={minted.principal} unit="JU" />, strong: true },
          { label: t('fee'), value: <Exact value={minted.fee} unit="JU" /> },
          ...(minted.split === '0' ? [] : [{ label: t('split'), value: <Exact value={minted.split} unit="JU" /> }]),
          { label: t('settledAt'), value: formatTime(settledAt) },
        ]}
      />
      <h4 className="mt-2 text-xs text-muted">{t('stages')}</h4>
      <ol className="flex flex-col gap-2 py-1">
        {minted.stages.map((stage) => (
          <li key={stage.stage} className="pair items-center rounded-lg bg-surface px-3 py-2.5">
            <span className="min-w-0">
              <span className="block text-xs text-muted">{t('stage', { stage: String(stage.stage) })}</span>
              <span className="block text-2xs text-muted figures">
                {stage.paidAt === null
                  ? t('dueAt', { time: formatTime(stage.dueAt) })
                  : t('paidAt', { time: formatTime(stage.paidAt) })}
              </span>
            </span>
            <span className="flex flex-col items-end gap-1">
              <Exact value={stage.amount} unit="FMC" />
              <Badge kind={stage.paidAt === null ? 'pending' : 'success'}>
                {stage.paidAt === null ? t('due') : t('paid')}
              </Badge>
            </span>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

function Exact({ value, unit }: { readonly value: string; readonly unit: string }) {
  return <Amount value={value} unit={unit} exact className="font-semibold" />;
}
