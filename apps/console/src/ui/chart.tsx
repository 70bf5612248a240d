import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { useTheme } from '#platform/theme-store.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartFigures, ChartLegend } from './chart-figures.tsx';
import type { ChartData } from './chart-options.ts';

type ChartProps = ChartData & {
  readonly title: string;
  /** Behind figures: "JU". */
  readonly unit?: string;
  /** What x is, for the table of figures. */
  readonly xLabel: string;
  readonly height?: number;
  /** Returns the text of a figure; grouped digits unless given. Keep it stable. */
  readonly format?: (value: number) => string;
};

/**
 * A chart with a legend that shows the figures of the point under the pointer or of the one that arrow keys chose. Its
 * figures are there as a table too, for who does not see it.
 */
export function Chart({ title, unit, xLabel, height = 220, format, ...data }: ChartProps) {
  const t = useTranslations('ui.chart');
  const id = useId();
  const { language } = useLanguage();
  const { theme } = useTheme();
  const [point, setPoint] = useState<number | null>(null);
  const scale = scaleOf(data);
  const words = useMemo(() => formats(language, scale, format), [language, scale, format]);
  const shared = { data, unit, ...words };
  return (
    <figure className="flex min-w-0 flex-col gap-1.5" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{title}</span>
        {unit !== undefined && <span className="text-muted text-xs">{unit}</span>}
      </figcaption>
      {/* Drawn again in the colours of another theme. */}
      <ChartCanvas key={theme} {...{ data, height, point, ...words }} label={t('keys', { title })} onPoint={setPoint} />
      <ChartLegend {...shared} point={point} />
      <ChartFigures {...shared} title={t('table', { title })} xLabel={xLabel} />
    </figure>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Scale = 'number' | 'days' | 'hours' | 'seconds' | 'long';

/** Returns how finely x has to be named, so that two points next to each other are not called the same. */
function scaleOf({ x, xKind }: Pick<ChartData, 'x' | 'xKind'>): Scale {
  if (xKind === 'number') return 'number';
  if (x.every((time) => time % DAY_MS === 0)) return 'days';
  const span = (x.at(-1) ?? 0) - (x[0] ?? 0);
  if (span < HOUR_MS) return 'seconds';
  return span < DAY_MS ? 'hours' : 'long';
}

const SHORT_DAY = { month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Days begin in UTC; a moment is in the device's time zone, like every other one here. */
const TIMES: Readonly<Record<Exclude<Scale, 'number'>, Intl.DateTimeFormatOptions>> = {
  days: { ...SHORT_DAY, timeZone: 'UTC' },
  hours: CLOCK,
  seconds: { ...CLOCK, second: '2-digit' },
  long: { ...SHORT_DAY, ...CLOCK },
};

function formats(language: string, scale: Scale, given: ((value: number) => string) | undefined) {
  const figure = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const place = scale === 'number' ? figure : new Intl.DateTimeFormat(language, TIMES[scale]);
  return {
    format: given ?? ((value: number) => figure.format(value)),
    formatX: (x: number) => place.format(x),
  };
}
