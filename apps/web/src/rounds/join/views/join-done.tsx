import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button } from '@city-mint/ui/button.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { NotificationOffer } from '#notifications/notification-offer.tsx';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { Coin } from '#ui/coin.tsx';
import { shareText } from '#ui/share-text.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

type JoinDoneProps = {
  readonly order: Pick<ReplyOf<'POST /api/biz/crowdfund'>, 'rank' | 'asked' | 'accepted' | 'joinedAt' | 'late'>;
  readonly round: Round;
};

/** The accepted order: a coin is struck with its rank; then its amount and the next steps. */
export function JoinDone({ order, round }: JoinDoneProps) {
  const t = useTranslations('rounds.join');
  const cityName = useCityName();
  const place = { city: cityName(round.city), phase: String(round.phase), number: String(round.number) };
  const share = () => {
    const url = `${location.origin}/city?city=${round.cityId}&round=${round.roundId}`;
    return shareText({ text: t('shareText', place), url });
  };
  return (
    <div className="flex flex-col gap-4" role="status">
      <div className="relative overflow-hidden rounded-2xl bg-hero px-4 py-5 text-center text-hero-ink">
        <Guilloche className="absolute -top-16 left-1/2 size-80 -translate-x-1/2 text-hero-line opacity-15" />
        <div className="relative flex flex-col items-center gap-3">
          <Coin kind="gold" isStruck className="size-28">
            <span className="text-2xs">{t('rank')}</span>
            <span className="font-display text-3xl leading-tight font-semibold figures">{order.rank}</span>
          </Coin>
          <div className="animate-rise [animation-delay:450ms]">
            <p className="font-display text-base font-semibold">{t('doneText', place)}</p>
            <Line rank={order.rank} />
            <p className="text-xs text-hero-muted">{t(order.late ? 'lineLate' : 'lineNote')}</p>
          </div>
        </div>
      </div>
      <KeyValues
        rows={[
          { label: t('accepted'), value: <Amount value={order.accepted} unit="JU" exact />, strong: true },
          ...(order.asked === order.accepted
            ? []
            : [{ label: t('asked'), value: <Amount value={order.asked} unit="JU" exact /> }]),
          { label: t('joinedAt'), value: formatTime(order.joinedAt) },
          { label: t('settledBy'), value: formatTime(round.closesAt) },
        ]}
      />
      <NotificationOffer />
      <Button kind="soft" size="small" onClick={() => void share()}>
        <Icon name="external" />
        {t('share')}
      </Button>
    </div>
  );
}

const MOST_BEADS = 7;

/** The queue as beads: earlier orders, then the user's in gold. */
function Line({ rank }: { readonly rank: number }) {
  const before = Math.min(rank - 1, MOST_BEADS);
  return (
    <div className="flex items-center justify-center gap-1.5 py-2.5" aria-hidden="true">
      {rank - 1 > MOST_BEADS && <span className="text-xs text-hero-muted figures">+{rank - 1 - MOST_BEADS}</span>}
      {Array.from({ length: before }, (_bead, index) => rank - before + index).map((other) => (
        <span key={other} className="size-2.5 rounded-full bg-hero-line/50" />
      ))}
      <span className="size-4 rounded-full bg-gold" />
    </div>
  );
}
