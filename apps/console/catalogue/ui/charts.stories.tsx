import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Chart } from '#ui/chart.tsx';
import { ChartCanvas } from '#ui/chart-canvas.tsx';
import { ChartFigures, ChartLegend } from '#ui/chart-figures.tsx';
import type { ChartSeries } from '#ui/chart-options.ts';

const X = Array.from({ length: 30 }, (_day, index) => Date.UTC(2026, 9, 1 + index));
const valuesOf = (factor: number) => X.map((_x, index) => ((index * factor) % 11) * 1_000);
const format = (value: number) => String(value);
const formatX = (x: number) => new Date(x).toISOString().slice(0, 10);

type SampleProps = { readonly kind: 'line' | 'area' | 'bars'; readonly count?: number; readonly isStacked?: boolean };

function Sample({ kind, count = 30, isStacked = false }: SampleProps) {
  const t = useTranslations('rounds');
  const series: readonly ChartSeries[] = [
    { label: t('filled'), values: valuesOf(7).slice(0, count), kind },
    { label: t('quota'), values: valuesOf(5).slice(0, count), kind },
  ];
  const data = { x: X.slice(0, count), xKind: 'time', series, isStacked } as const;
  return <Chart title={t('fill')} unit="JU" xLabel={t('time')} {...data} />;
}

function Parts() {
  const t = useTranslations('rounds');
  const data = { x: X, xKind: 'time', series: [{ label: t('filled'), values: valuesOf(7) }] } as const;
  const shared = { data, unit: 'JU', format, formatX };
  return (
    <>
      <ChartCanvas {...shared} height={160} point={null} label={t('fill')} onPoint={() => undefined} />
      <ChartLegend {...shared} point={3} xHeading={t('time')} />
      <ChartFigures {...shared} title={t('fill')} xLabel={t('time')} />
    </>
  );
}

export const stories: Stories = {
  line: () => <Sample kind="line" />,
  area: () => <Sample kind="area" isStacked />,
  bars: () => <Sample kind="bars" />,
  one: () => <Sample kind="line" count={1} />,
  empty: () => <Sample kind="line" count={0} />,
  parts: () => <Parts />,
};
