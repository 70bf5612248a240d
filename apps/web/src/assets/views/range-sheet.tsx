import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type DateRangeError, inputTime, readDateRange } from '../date-range.ts';

type RangeSheetProps = {
  readonly open: boolean;
  /** UTC milliseconds. */
  readonly from: number | null;
  readonly to: number | null;
  readonly onApply: (range: { readonly from: number; readonly to: number }) => void;
  readonly onClose: () => void;
};

const TEXTS = {
  'start-missing': 'startMissing',
  'end-missing': 'endMissing',
  'end-not-after-start': 'endNotAfterStart',
} as const satisfies Record<DateRangeError, string>;

/** The time range of the records to show; both ends are required. */
export function RangeSheet({ open, from, to, onApply, onClose }: RangeSheetProps) {
  const t = useTranslations('assets.record');
  const [start, setStart] = useState(from === null ? '' : inputTime(from));
  const [end, setEnd] = useState(to === null ? '' : inputTime(to));
  const [error, setError] = useState<DateRangeError | null>(null);
  const apply = () => {
    const range = readDateRange(start, end);
    if (range.ok) onApply({ from: range.from, to: range.to });
    else setError(range.error);
  };
  const errorAt = (field: 'start' | 'end') =>
    error !== null && (error === 'start-missing') === (field === 'start') ? t(TEXTS[error]) : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('filter')}
      footer={
        <Button className="w-full" onClick={apply}>
          {t('apply')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        <TextField
          type="datetime-local"
          step={1}
          label={t('start')}
          value={start}
          error={errorAt('start')}
          onChange={(event) => {
            setStart(event.target.value);
            setError(null);
          }}
        />
        <TextField
          type="datetime-local"
          step={1}
          label={t('end')}
          value={end}
          error={errorAt('end')}
          onChange={(event) => {
            setEnd(event.target.value);
            setError(null);
          }}
        />
      </div>
    </Sheet>
  );
}
