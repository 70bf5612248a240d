import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { withMinus } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { useThemeStore } from '#platform/theme-store.ts';
import { type TimeScale, timeFormat, timeScaleOf } from './axis-places.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartFigures, ChartLegend } from './chart-figures.tsx';
import type { ChartData } from './chart-options.ts';

type ChartProps = ChartData & {
  readonly title: string;
  /** Unit after figures: "JU". */
  readonly unit?: string;
  /** Meaning of x, for the table of figures. */
  readonly xLabel: string;
  /** Names of x from 1 on, instead of numbers. Keep the reference stable. */
  readonly xNames?: readonly string[];
  readonly height?: number;
  /** Formats a figure; grouped digits by default. Keep the reference stable. */
  readonly format?: (value: number) => string;
};

/**
 * A chart with a legend that shows the figures of the point under the pointer or selected by arrow keys. Screen readers
 * get its figures as a table.
 */
export function Chart({ title, unit, xLabel, xNames, height = 220, format, ...data }: ChartProps) {
  const t = useTranslations('ui.chart');
  const id = useId();
  const { language } = useLanguage();
  const { theme } = useThemeStore();
  const [point, setPoint] = useState<number | null>(null);
  const scale = data.xKind === 'number' ? 'number' : timeScaleOf(data.x);
  const words = useMemo(() => {
    const { formatX, ...rest } = formats(language, scale, format);
    return { ...rest, formatX: xNames === undefined ? formatX : (x: number) => xNames[x - 1] ?? '' };
  }, [language, scale, format, xNames]);
  const shared = { data, unit, ...words };
  const xHeading = scale === 'number' && xNames === undefined ? xLabel : '';
  return (
    <figure className="flex min-w-0 flex-col gap-1.5" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{title}</span>
        {unit !== undefined && <span className="text-muted text-xs">{unit}</span>}
      </figcaption>
      {/* The key redraws it in another theme's colours. */}
      <ChartCanvas key={theme} {...{ data, height, point, ...words }} label={t('keys', { title })} onPoint={setPoint} />
      <ChartLegend {...shared} {...{ point, xHeading }} />
      <ChartFigures {...shared} title={t('table', { title })} xLabel={xLabel} />
    </figure>
  );
}

function formats(language: string, scale: TimeScale | 'number', given: ((value: number) => string) | undefined) {
  const figure = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const place = scale === 'number' ? figure : timeFormat(language, scale);
  return {
    format: given ?? ((value: number) => withMinus(figure.format(value))),
    formatX: (x: number) => place.format(x),
  };
}
