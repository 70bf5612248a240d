import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { percentText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import {
  type MiningFigures,
  type PoolFigures,
  poolSums,
  type Recomputed,
  recomputeMined,
  recomputePool,
} from '../recompute-day.ts';
import { Agreement } from './agreement.tsx';

type ChainProps<Figures> = {
  /** The earning in whole units. */
  readonly amount: string;
  readonly figures: Figures;
};

const exact = (value: string, unit: string) => <Amount value={value} unit={unit} exact />;

/** The chain of a pool's payment: what was in the pool, its release, everyone's weights, mine, and my part. */
export function PoolChain({ amount, figures }: ChainProps<PoolFigures>) {
  const t = useTranslations('earnings.origin.day');
  const { balance, weight } = poolSums(figures);
  const formula = {
    released: shownAmount(figures.release),
    own: shownAmount(weight),
    all: shownAmount(figures.weights),
  };
  const share = percentText(figures.releaseBps);
  const own = { rank: exactAmount(`${figures.rankWeight}`), amount: shownAmount(figures.attributed) };
  return (
    <>
      <KeyValues
        rows={[
          { label: t('left'), value: exact(figures.left, 'JU') },
          { label: t('fees'), value: exact(figures.fees, 'JU') },
          { label: t('release', { share, balance: shownAmount(balance) }), value: exact(figures.release, 'JU') },
          { label: t('weights'), value: exact(figures.weights, '') },
          { label: t('weight', own), value: exact(weight, '') },
          { label: t('part', formula), value: exact(amount, 'JU'), strong: true },
        ]}
      />
      <Verdict recomputed={recomputePool(amount, figures)} unit="JU" />
    </>
  );
}

/** The chain of a day's mining: what the day released of the emission, everyone's hash power, mine, and my part. */
export function MiningChain({ amount, figures }: ChainProps<MiningFigures>) {
  const t = useTranslations('earnings.origin.day');
  const own = figures.hashRate;
  const released = shownAmount(figures.emission);
  const formula = { released, own: shownAmount(own), all: shownAmount(figures.networkHashRate) };
  return (
    <>
      <KeyValues
        rows={[
          { label: t('most'), value: exact(figures.dailyEmission, 'FMC') },
          { label: t('remaining'), value: exact(figures.emissionRemaining, 'FMC') },
          { label: t('network'), value: exact(figures.networkHashRate, 'H') },
          { label: t('emission', { full: shownAmount(figures.fullHash) }), value: exact(figures.emission, 'FMC') },
          { label: t('machines', { count: figures.count }), value: exact(own, 'H') },
          { label: t('part', formula), value: exact(amount, 'FMC'), strong: true },
        ]}
      />
      <Verdict recomputed={recomputeMined(amount, figures)} unit="FMC" />
    </>
  );
}

function Verdict({ recomputed: { part, verdict }, unit }: { readonly recomputed: Recomputed; readonly unit: string }) {
  const t = useTranslations('earnings.origin');
  if (verdict === 'partly') return <p className="text-sm">{t('day.partly')}</p>;
  const agrees = verdict === 'agrees';
  return (
    <>
      <Agreement agrees={agrees}>
        {agrees
          ? t('agreesHere')
          : part === null
            ? t('day.contradiction')
            : t('day.differs', { amount: `${exactAmount(part)} ${unit}` })}
      </Agreement>
      <p className="text-xs text-muted">{t('day.note')}</p>
    </>
  );
}
