import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Bars, ChartTable } from '#ui/bars.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { ColourKey, ResultFrame } from '#ui/result-frame.tsx';
import { SumLine } from '#ui/sum-line.tsx';

const FIRST = Date.UTC(2026, 9, 21);
const days = (count: number) =>
  Array.from({ length: count }, (_day, index) => ({ at: FIRST + index * DAY_MS, value: String((index * 7) % 11) }));
const results = (count: number) =>
  days(count).map(({ at, value }, index) => ({ at, fmc: value, netJu: index % 3 === 0 ? `-${value}` : value }));

function BarsOf({ count }: { readonly count: number }) {
  const t = useTranslations('earnings.days');
  return <Bars label={t('label', { currency: 'JU' })} unit="JU" points={days(count)} />;
}

function LineOf({ count }: { readonly count: number }) {
  const t = useTranslations('assets');
  return <SumLine label={t('lastDaysOf', { currency: 'JU' })} unit="JU" points={days(count)} />;
}

function LinesOf({ count }: { readonly count: number }) {
  const t = useTranslations('ui');
  const runOf = (part: number) =>
    days(count).map(({ value }, index) => ({
      x: index / Math.max(count - 1, 1),
      y: (Number(value) / 11) * part,
      index,
    }));
  return (
    <LineChart
      lines={[
        { name: 'a', runs: [runOf(1)], colour: 'text-accent-ink', isFilled: true },
        { name: 'b', runs: [runOf(0.5)], colour: 'text-ink', isFilled: false },
      ]}
      count={count}
      index={count - 1}
      onPick={() => undefined}
      label={t('tabs.home')}
      valueText="1 JU"
    />
  );
}

function ResultsOf({ count }: { readonly count: number }) {
  const t = useTranslations('orders.results');
  const names = { fmc: t('fmc'), gain: t('gain'), loss: t('loss') };
  return <ResultFrame points={results(count)} names={names} ends={['10/21', '11/19']} />;
}

function TableOf({ count }: { readonly count: number }) {
  const t = useTranslations('earnings.days');
  return <ChartTable label={t('label', { currency: 'JU' })} unit="JU" points={days(count)} />;
}

function Key() {
  const t = useTranslations('orders.results');
  return <ColourKey colour="bg-gold" name={t('fmc')} />;
}

export const stories: Stories = {
  table: () => <TableOf count={3} />,
  'colour-key': () => <Key />,
  bars: () => <BarsOf count={30} />,
  'bars-of-one': () => <BarsOf count={1} />,
  'bars-empty': () => <BarsOf count={0} />,
  line: () => <LineOf count={30} />,
  'line-of-one': () => <LineOf count={1} />,
  lines: () => <LinesOf count={30} />,
  'lines-of-one': () => <LinesOf count={1} />,
  results: () => <ResultsOf count={30} />,
  'results-of-three': () => <ResultsOf count={3} />,
  'results-empty': () => <ResultsOf count={0} />,
};
