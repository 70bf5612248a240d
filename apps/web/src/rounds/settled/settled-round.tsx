import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSessionStore } from '#platform/session-store.ts';
import { ownInRoundQuery } from '../history-queries.ts';
import { useSettlementCheck } from '../settlement/use-settlement-check.ts';
import { TermsFold } from '../views/terms-fold.tsx';
import { SettledOrders } from './settled-orders.tsx';
import type { SettledStatus } from './settled-status.ts';
import { SettledHero } from './views/settled-hero.tsx';
import { SettledTotals } from './views/settled-totals.tsx';
import { VerdictCard } from './views/verdict-card.tsx';

export type SettledRoundProps = Omit<Extract<SettledStatus, { kind: 'settled' }>, 'kind'> & { readonly from: number };

/** Files up to this length are recomputed without a tap: some 10,000 orders, a fraction of a second. */
const CHECKED_AT_ONCE_BYTES = 2_000_000;

/** A settled round: its result, the verdict on it, its totals, terms and orders. */
export function SettledRound({ round, termsHash, settled, from }: SettledRoundProps) {
  const t = useTranslations('settled');
  const { head, size, sha256 } = settled;
  const { roundId } = round;
  const own = useOwnInRound(roundId);
  const { status, check } = useSettlementCheck({ roundId, termsHash, sha256, own: null });
  const isSmall = size <= CHECKED_AT_ONCE_BYTES;
  const begin = useEffectEvent(check);
  useEffect(() => {
    if (isSmall) begin();
  }, [isSmall]);
  // Shows the checked bytes: a server could send other bytes for the list than for the check.
  const checked = status.kind === 'done' && status.checked.kind === 'same' ? status.file : null;
  return (
    <div className="two-columns">
      <div className="flex flex-col gap-4">
        <SettledHero round={round} head={head} own={own} />
        <VerdictCard roundId={roundId} termsHash={termsHash} size={size} status={status} onCheck={check} />
        <section className="flex flex-col gap-2.5" aria-label={t('totals')}>
          <SectionTitle>{t('totals')}</SectionTitle>
          <Card>
            <SettledTotals head={head} />
          </Card>
        </section>
        {head.terms !== null && (
          <TermsFold terms={{ ...head.terms, stageBps: [...head.terms.stageBps] }} termsHash={termsHash} />
        )}
      </div>
      <SettledOrders settled={settled} from={from} checked={checked} own={own?.first.map(({ rank }) => rank) ?? []} />
    </div>
  );
}

/** Returns the sums of the account's orders in a round; null without any, and without an account. */
function useOwnInRound(roundId: string) {
  const address = useSessionStore(({ session }) => session?.address ?? null);
  const { data } = useQuery({ ...ownInRoundQuery(address ?? '', roundId), enabled: address !== null });
  return address === null || data === undefined || data.orders === 0 ? null : data;
}
