import { divide } from '@city-mint/domain/money/division';
import { type GroupWords, outlookWords } from '@city-mint/domain/simulation/outlook-words';
import type { Outlook, RoundOutlook, Spread } from '@city-mint/domain/simulation/simulate-plan';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Chart } from '#ui/chart.tsx';

/** An amount in whole units for a chart, truncated to four decimals. */
const drawn = (amount: bigint) => Number(divide(amount, { by: 10n ** 14n, rounding: 'down' })) / 10_000;
const mean = ({ wallets, meanJu }: GroupWords) => (wallets === 0 ? null : drawn(meanJu));

/** A simulated plan as charts: results of rounds, actions of participants, balances of funds. */
export function OutlookCharts({ outlook }: { readonly outlook: Outlook }) {
  const t = useTranslations('plans');
  const { rounds } = outlook;
  const { since, autoMint, byHand } = outlookWords(outlook);
  const ways = useMemo(() => [t('ways.autoMint'), t('ways.byHand')], [t]);
  const shared = { xKind: 'number', xLabel: t('round'), x: rounds.map(({ number }) => number) } as const;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Chart
        {...shared}
        title={t('chartRounds')}
        series={[
          { label: t('mint'), values: rounds.map(({ minted }) => minted), kind: 'line' },
          { label: t('fail'), values: rounds.map(({ failed }) => failed), colour: 3 },
          { label: t('uncovered'), values: rounds.map(({ uncovered }) => uncovered), colour: 1 },
        ]}
      />
      <SpreadChart
        title={t('chartFilled')}
        unit="%"
        rounds={rounds}
        of={({ filledBps }) => filledBps}
        drawn={(bps) => Number(bps) / 100}
      />
      <Chart
        {...shared}
        title={t('chartSince')}
        unit="JU"
        x={since.map((_group, index) => index + 1)}
        series={[{ label: t('ju'), values: since.map(mean), kind: 'bars' }]}
      />
      <Chart
        {...shared}
        title={t('chartWays')}
        unit="JU"
        xLabel={t('way')}
        xNames={ways}
        x={[1, 2]}
        series={[{ label: t('ju'), values: [mean(autoMint), mean(byHand)], kind: 'bars' }]}
      />
      <SpreadChart title={t('chartReserve')} unit="JU" rounds={rounds} of={({ reserve }) => reserve} drawn={drawn} />
      <SpreadChart
        title={t('chartEmission')}
        unit="FMC"
        rounds={rounds}
        of={({ emission }) => emission}
        drawn={drawn}
      />
      <Chart
        {...shared}
        title={t('chartPools')}
        unit="JU"
        series={(['nodes', 'levels', 'treasury', 'launchCosts'] as const).map((name) => ({
          label: t(name),
          values: rounds.map((round) => drawn(round[name].middle)),
        }))}
      />
    </div>
  );
}

type SpreadChartProps = {
  readonly title: string;
  readonly unit: string;
  readonly rounds: readonly RoundOutlook[];
  readonly of: (round: RoundOutlook) => Spread;
  readonly drawn: (value: bigint) => number;
};

/** Distribution of a figure over the runs: the median, and the band that contains nine tenths of them. */
function SpreadChart({ title, unit, rounds, of, drawn: draw }: SpreadChartProps) {
  const t = useTranslations('plans');
  const values = (part: keyof Spread) => rounds.map((round) => draw(of(round)[part]));
  return (
    <Chart
      title={title}
      unit={unit}
      xLabel={t('round')}
      xKind="number"
      x={rounds.map(({ number }) => number)}
      series={[
        { label: t('low'), values: values('low'), colour: 4 },
        { label: t('middle'), values: values('middle'), colour: 0 },
        { label: t('high'), values: values('high'), colour: 4 },
      ]}
      bands={[{ low: 0, high: 2 }]}
    />
  );
}
