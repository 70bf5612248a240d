import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { Coin, type CoinKind } from '#ui/coin.tsx';
import { OwnResult } from '../../views/own-result.tsx';
import type { SettledHead } from '../settled-line.ts';

type SettledHeroProps = {
  readonly round: NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;
  readonly head: SettledHead;
  /** The account's orders in it; null without any. */
  readonly own: ReplyOf<'POST /api/biz/mint/inRound'> | null;
};

const COINS: Record<SettledHead['outcome'], CoinKind> = { minted: 'gold', failed: 'broken', cancelled: 'plain' };

/** The outcome of a round, how much it raised, and what the account got. */
export function SettledHero({ round, head, own }: SettledHeroProps) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  // The file, which can be checked, rather than the server's word where both say the same.
  const { phase, number, ...terms } = head.terms ?? round;
  const quota = head.terms === null ? round.quota : formatAmount(head.terms.quota);
  const city = cityName(terms.city);
  const place = t('place', { phase: String(phase), number: String(number) });
  return (
    <section aria-label={`${city} ${place}`} className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-24 -right-24 size-80 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <Coin kind={COINS[head.outcome]} className="size-[0.96rem]">
            <span className="text-xs figures">
              {phase}–{number}
            </span>
          </Coin>
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <h2 className="font-display text-xl leading-tight font-semibold wrap-anywhere">{city}</h2>
            <p className="text-sm text-hero-muted">{place}</p>
            <p className="text-lg font-semibold">{t(`outcomes.${head.outcome}`)}</p>
          </div>
        </div>
        <p className="text-sm">
          <Amount value={head.raised} /> / <Amount value={quota} unit="JU" />
        </p>
        <p className="-mt-3 text-xs text-hero-muted figures">
          {t('card.ordersValue', { orders: head.orders })}
          {round.settledAt !== null && ` · ${t('card.settledAt')} ${formatTime(round.settledAt)}`}
        </p>
        {own !== null && <OwnResult own={own} />}
      </div>
    </section>
  );
}
