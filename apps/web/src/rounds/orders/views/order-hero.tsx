import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import type { CoinKind } from '#ui/coin.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import { coinOfMoment, type SettlementMoment } from '../../settlement/settlement-moment.ts';
import { MomentHeadline } from '../../settlement/views/moment-panel.tsx';
import { type NextEvent, type OrderDetails, type OrderStep, orderProgress } from '../order-progress.ts';
import { OrderBadge } from './order-badge.tsx';
import { OrderCoin } from './order-coin.tsx';

type OrderHeroProps = {
  readonly detail: OrderDetails;
  /** The result; null until the order is settled. */
  readonly moment: SettlementMoment | null;
  /** It was settled while the user watched. */
  readonly isStruck: boolean;
  /** Called when the next stage is due. */
  readonly onDue: () => void;
};

/** The order's amount, before or after settlement; its three stages as coins, and the time until the next. */
export function OrderHero({ detail, moment, isStruck, onDue }: OrderHeroProps) {
  const t = useTranslations('orders');
  const place = useTranslations('rounds');
  const live = useTranslations('live');
  const { order } = detail;
  const cityName = useCityName();
  const { steps, next } = orderProgress(detail);
  return (
    <section aria-label={t('progress')} className="relative overflow-hidden rounded-2xl bg-hero p-4 text-hero-ink">
      <Guilloche className="absolute -top-20 -right-24 size-72 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-4">
        <div className="text-sm text-hero-muted">
          <p className="font-display font-semibold text-hero-ink">{cityName(order.city)}</p>
          <div className="pair items-center gap-y-1">
            <p>{place('place', { phase: String(order.phase), number: String(order.number) })}</p>
            <OrderBadge order={order} />
          </div>
        </div>
        <div className={isStruck ? 'animate-rise [animation-delay:450ms]' : ''}>
          <p className="text-sm text-hero-muted">{moment === null ? t('putIn') : live(`headline.${moment.outcome}`)}</p>
          {moment === null ? (
            <Amount value={order.accepted} unit="JU" exact className="block text-3xl font-semibold" />
          ) : (
            <MomentHeadline moment={moment} />
          )}
        </div>
        <ol className="tiles" aria-label={t('progress')}>
          {steps.map((step) => (
            <Step key={step.step} step={step} moment={moment} isStruck={isStruck && step.state === 'done'} />
          ))}
        </ol>
        <p className="border-t border-hero-line/25 pt-3 text-center text-sm text-hero-muted">
          <Next next={next} onDue={onDue} />
        </p>
      </div>
    </section>
  );
}

type StepProps = {
  readonly step: OrderStep;
  readonly moment: SettlementMoment | null;
  readonly isStruck: boolean;
};

function Step({ step, moment, isStruck }: StepProps) {
  const t = useTranslations('orders');
  const kind = coinOf(step, moment);
  const outcome = moment?.outcome ?? null;
  const isWhole = step.state === 'done' && step.part === 1;
  const isPart = step.state !== 'ahead' && step.part < 1 && (step.part > 0 || step.step === 'window');
  const name = step.step === 'payout' && outcome !== null ? t(`steps.${outcome}`) : t(`steps.${step.step}`);
  return (
    <li className="flex flex-col items-center gap-1 px-0.5 text-center">
      <OrderCoin kind={kind} part={step.state === 'now' ? step.part : 0} isStruck={isStruck}>
        {isWhole && kind !== 'broken' && kind !== 'refunded' && <Icon name="check" className="text-xl" />}
        {isPart && <span className="text-xs font-semibold figures">{Math.floor(step.part * 100)}%</span>}
      </OrderCoin>
      <span className="text-sm leading-tight font-semibold">{name}</span>
      <span className="text-2xs text-hero-muted figures">
        {step.at === null ? t(`stepStates.${step.state}`) : formatTime(step.at).slice(5, 16)}
      </span>
    </li>
  );
}

function coinOf({ step, state }: OrderStep, moment: SettlementMoment | null): CoinKind {
  if (state === 'ahead') return 'blank';
  if (state === 'now' || step === 'window' || moment === null) return 'plain';
  return coinOfMoment(moment);
}

function Next({ next, onDue }: { readonly next: NextEvent; readonly onDue: () => void }) {
  const t = useTranslations('orders.next');
  const label = next.kind === 'stage' ? t('stage', { stage: String(next.stage) }) : t(next.kind);
  if (next.at === null) return label;
  return (
    <>
      {label}{' '}
      <span className="font-semibold text-hero-ink">
        <CountdownText until={next.at} label={label} onOver={onDue} />
      </span>
    </>
  );
}
