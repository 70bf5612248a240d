import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ROUND_LABELS } from '@city-mint/domain/rounds/round-state';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useTranslations } from 'use-intl';
import { Coin, type CoinKind } from '#ui/coin.tsx';
import { shareBps } from '#ui/share-bps.ts';

type Round = Pick<
  NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>,
  'state' | 'outcome' | 'filled' | 'quota' | 'orders'
>;

const COINS: Record<'minted' | 'failed' | 'cancelled', CoinKind> = {
  minted: 'gold',
  failed: 'broken',
  cancelled: 'plain',
};

/** The ring of a round: it fills, closes with a stamp when the round is full, and becomes a whole or a broken coin. */
export function RoundRing({ round }: { readonly round: Round }) {
  const t = useTranslations('rounds');
  const bps = shareBps(round.filled, round.quota);
  const percent = <span className="text-2xl font-semibold text-hero-ink figures">{Math.floor(bps / 100)}%</span>;
  const state = t(`states.${ROUND_LABELS[round.state]}`);
  if (round.outcome !== null) {
    return (
      // The key is the outcome, so that the strike animation does not repeat with each figure.
      <Coin key={round.outcome} kind={COINS[round.outcome]} isStruck className="size-32">
        {percent}
        <span className="text-xs">{t(`outcomes.${round.outcome}`)}</span>
      </Coin>
    );
  }
  return (
    <ProgressRing bps={bps} label={t('card.raised')} className="size-32 text-hero-line">
      {round.state === 'full' || round.state === 'settling' ? (
        <span key="stamp" className="flex animate-strike flex-col items-center">
          <span className="-rotate-12 rounded-sm border-2 border-gold px-1.5 font-display text-lg font-semibold text-gold">
            {state}
          </span>
          <span className="mt-1 text-xs text-hero-muted figures">
            {t('card.ordersValue', { orders: round.orders })}
          </span>
        </span>
      ) : (
        <>
          {percent}
          <span className="text-xs text-hero-muted">{t('card.raised')}</span>
        </>
      )}
    </ProgressRing>
  );
}
