import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatRange } from '#platform/format.ts';
import { type RangeSearch, rangeOf } from '#platform/time-range.ts';
import { lazySheet } from './lazy-sheet.tsx';
import { PRESET_LABELS } from './preset-labels.ts';
import type { RangeSheetProps } from './range-sheet.tsx';
import { onceSheetsAreClosed } from './sheet-history.ts';

const RangeSheet = lazySheet<RangeSheetProps>(['time'], async () => (await import('./range-sheet.tsx')).RangeSheet);

type RangeFilterProps = {
  readonly range: RangeSearch;
  readonly onChange: (range: RangeSearch) => void;
};

/** The time range of a list, with buttons to change it in a sheet and to remove it. */
export function RangeFilter({ range, onChange }: RangeFilterProps) {
  const t = useTranslations('time.range');
  const [isPicking, setIsPicking] = useState(false);
  const times = rangeOf(range, Date.now());
  return (
    <div className="pair items-center">
      <Button
        kind="plain"
        size="small"
        className="-ml-4 min-w-0 text-left figures"
        onPointerEnter={() => void RangeSheet.preload()}
        onClick={() => setIsPicking(true)}
      >
        <Icon name="clock" />
        {times === null ? (
          t('title')
        ) : (
          <span>
            {range.days !== undefined && `${t(PRESET_LABELS[range.days])} · `}
            {range.days === undefined ? formatRange(times.from, times.to - 1) : formatDays(times.from, times.to)}
          </span>
        )}
      </Button>
      {times !== null && (
        <Button kind="soft" size="small" className="shrink-0 whitespace-nowrap" onClick={() => onChange({})}>
          {t('clear')}
        </Button>
      )}
      <RangeSheet
        key={JSON.stringify(range)}
        open={isPicking}
        range={range}
        onApply={(next) => {
          setIsPicking(false);
          onceSheetsAreClosed(() => onChange(next));
        }}
        onClose={() => setIsPicking(false)}
      />
    </div>
  );
}

/** Returns `11/15 – 11/21`, or one day. */
function formatDays(from: number, to: number): string {
  const [first, last] = [formatRange(from, from).slice(0, 5), formatRange(to - 1, to - 1).slice(0, 5)];
  return first === last ? first : `${first} – ${last}`;
}
