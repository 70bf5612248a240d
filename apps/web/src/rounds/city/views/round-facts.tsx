import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { Fold } from '#ui/fold.tsx';
import { joinLimits } from '../../join/join-limits.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

/** The figures of a round: its limits before joining; once it is over, the course it took. */
export function RoundFacts({ round }: { readonly round: Round }) {
  const t = useTranslations('rounds.card');
  const { left } = joinLimits({ round, available: null });
  const nextPhase =
    round.nextPhaseTime === null ? [] : [{ label: t('nextPhase'), value: formatTime(round.nextPhaseTime) }];
  const endedAt = round.endedAt === null ? [] : [{ label: t('endedAt'), value: formatTime(round.endedAt) }];
  const orders = { label: t('orders'), value: t('ordersValue', { orders: round.orders }) };
  const opensAt = { label: t('opensAt'), value: formatTime(round.opensAt) };
  if (round.state !== 'scheduled' && round.state !== 'open') {
    return (
      <Card className="py-2">
        <KeyValues rows={[orders, opensAt, ...endedAt, ...nextPhase]} />
      </Card>
    );
  }
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
      <Fold title={t('moreFacts')} kind="line" className="border-t border-line" titleClassName="text-accent-ink">
        <KeyValues
          rows={[
            { label: t('quota'), value: <Amount value={round.quota} unit="JU" /> },
            { label: t('left'), value: <Amount value={left} unit="JU" /> },
            orders,
            opensAt,
            ...nextPhase,
          ]}
        />
      </Fold>
    </Card>
  );
}
