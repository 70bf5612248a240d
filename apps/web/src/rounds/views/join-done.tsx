import { useTranslations } from 'use-intl';
import { NotificationOffer } from '#notifications/notification-offer.tsx';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyValues } from '#ui/key-values.tsx';

type JoinDoneProps = {
  readonly order: {
    readonly rank: number;
    readonly asked: string;
    readonly accepted: string;
    readonly joinedAt: number;
  };
  readonly roundName: string;
};

/** The accepted order: its rank and its amount. */
export function JoinDone({ order, roundName }: JoinDoneProps) {
  const t = useTranslations('rounds.join');
  return (
    <div className="flex flex-col items-center gap-4 pt-2 text-center" role="status">
      <span className="inline-flex size-16 animate-rise items-center justify-center rounded-full bg-success-soft text-2xl text-success">
        <Icon name="check" />
      </span>
      <div className="animate-rise [animation-delay:80ms]">
        <p className="text-sm text-muted">{t('rank')}</p>
        <p className="text-4xl font-semibold figures">{order.rank}</p>
        <p className="mt-1 text-sm text-muted">{roundName}</p>
      </div>
      <div className="w-full animate-rise text-left [animation-delay:160ms]">
        <KeyValues
          rows={[
            { label: t('accepted'), value: <Amount value={order.accepted} unit="JU" exact />, strong: true },
            ...(order.asked === order.accepted
              ? []
              : [{ label: t('asked'), value: <Amount value={order.asked} unit="JU" exact /> }]),
            { label: t('joinedAt'), value: formatTime(order.joinedAt) },
          ]}
        />
      </div>
      <NotificationOffer />
    </div>
  );
}
