import { Button } from '@city-mint/ui/button.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PRESET_DAYS, type RangeSearch, rangeOf } from '#platform/time-range.ts';
import { checkRange, DAY_BEGINS, DAY_ENDS, type PickedTime, pickedOf, type RangeProblem } from './date-time.ts';
import { PRESET_LABELS } from './preset-labels.ts';
import { Sheet } from './sheet.tsx';
import { TimeWheels } from './time-wheels.tsx';

export type RangeSheetProps = {
  readonly open: boolean;
  readonly range: RangeSearch;
  readonly onApply: (range: RangeSearch) => void;
  readonly onClose: () => void;
};

/** Picks a range of times: the last days, or two times to the second. */
export function RangeSheet({ open, range, onApply, onClose }: RangeSheetProps) {
  const t = useTranslations('time.range');
  const form = useRangeForm(range);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <Button
          className="w-full"
          onClick={() => {
            const picked = form.check();
            if (picked !== null) onApply(picked);
          }}
        >
          {t('apply')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset className="tiles">
          <legend className="sr-only">{t('presets')}</legend>
          {PRESET_DAYS.map((days) => (
            <Button key={days} kind="soft" size="small" className="px-1" onClick={() => onApply({ days })}>
              {t(PRESET_LABELS[days])}
            </Button>
          ))}
        </fieldset>
        <TimeWheels
          label={t('start')}
          picked={form.start}
          timeOfDay={DAY_BEGINS}
          error={form.problemAt === 'start' ? t(PROBLEM_TEXTS[form.problem]) : undefined}
          onChange={form.changeStart}
          onTooEarly={() => form.refuse('start')}
        />
        <TimeWheels
          label={t('end')}
          picked={form.end}
          timeOfDay={DAY_ENDS}
          error={form.problemAt === 'end' ? t(PROBLEM_TEXTS[form.problem]) : undefined}
          onChange={form.changeEnd}
          onTooEarly={() => form.refuse('end')}
        />
      </div>
    </Sheet>
  );
}

const PROBLEM_TEXTS = {
  'date-first': 'dateFirst',
  'start-missing': 'startMissing',
  'end-missing': 'endMissing',
  'end-not-after-start': 'endNotAfterStart',
} as const satisfies Record<RangeProblem, string>;

type Problem = { readonly problem: RangeProblem; readonly problemAt: 'start' | 'end' };

function useRangeForm(range: RangeSearch) {
  const times = rangeOf(range, Date.now());
  const [start, setStart] = useState(() => pickedOf(times?.from ?? null));
  // The range includes its last second.
  const [end, setEnd] = useState(() => pickedOf(times === null ? null : times.to - 1000));
  const [shown, setShown] = useState<Problem | { readonly problemAt: null; readonly problem: RangeProblem }>(
    NO_PROBLEM,
  );
  const change = (set: (picked: PickedTime) => void) => (picked: PickedTime) => {
    set(picked);
    setShown(NO_PROBLEM);
  };
  return {
    start,
    end,
    ...shown,
    changeStart: change(setStart),
    changeEnd: change(setEnd),
    refuse: (problemAt: 'start' | 'end') => setShown({ problem: 'date-first', problemAt }),
    /** Returns the range; shows its problem and returns null if it is invalid. */
    check: (): RangeSearch | null => {
      const checked = checkRange(start, end);
      if (checked.ok) return { from: checked.from, to: checked.to };
      const isAtStart =
        checked.problem === 'start-missing' || (checked.problem === 'date-first' && !isDated(start) && isBegun(start));
      setShown({ problem: checked.problem, problemAt: isAtStart ? 'start' : 'end' });
      return null;
    },
  };
}

const NO_PROBLEM = { problemAt: null, problem: 'date-first' } as const;

function isDated({ year, month, day }: PickedTime): boolean {
  return year !== null && month !== null && day !== null;
}

function isBegun(picked: PickedTime): boolean {
  return Object.values(picked).some((part) => part !== null);
}
