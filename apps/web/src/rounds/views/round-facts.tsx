import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { joinLimits } from '../join-limits.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

/** The figures of a round that matter before joining. */
export function RoundFacts({ round }: { readonly round: Round }) {
  const t = useTranslations('rounds.card');
  const { left } = joinLimits({ round, available: null });
  return (
    <Card className="py-2">
      <KeyValues
        rows={[
          { label: t('minimum'), value: <Amount value={round.minimum} unit="JU" /> },
          {
            label: t('walletMaximum'),
            value: round.walletMaximum === '0' ? t('noMaximum') : <Amount value={round.walletMaximum} unit="JU" />,
          },
          { label: t('closesAt'), value: formatTime(round.closesAt) },
        ]}
      />
      <details className="group border-t border-line">
        <summary className="tap flex cursor-pointer list-none items-center justify-between text-sm text-accent-ink [&::-webkit-details-marker]:hidden">
          {t('moreFacts')}
          <Icon name="down" className="text-xs transition-transform group-open:rotate-180" />
        </summary>
        <KeyValues
          rows={[
            { label: t('quota'), value: <Amount value={round.quota} unit="JU" /> },
            { label: t('left'), value: <Amount value={left} unit="JU" /> },
            { label: t('orders'), value: t('ordersValue', { orders: round.orders }) },
            { label: t('opensAt'), value: formatTime(round.opensAt) },
            ...(round.endedAt === null ? [] : [{ label: t('endedAt'), value: formatTime(round.endedAt) }]),
            ...(round.nextPhaseTime === null
              ? []
              : [{ label: t('nextPhase'), value: formatTime(round.nextPhaseTime) }]),
          ]}
        />
      </details>
    </Card>
  );
}
