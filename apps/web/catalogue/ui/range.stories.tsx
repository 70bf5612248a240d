import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RangeSearch } from '#platform/time-range.ts';
import { DAY_BEGINS, NOT_PICKED, pickedOf } from '#ui/date-time.ts';
import { RangeFilter } from '#ui/range-filter.tsx';
import { RangeSheet } from '#ui/range-sheet.tsx';
import { TimeWheels } from '#ui/time-wheels.tsx';

const FROM = Date.UTC(2026, 9, 21, 4);
const TO = Date.UTC(2026, 10, 19, 4);

function Filter({ initial }: { readonly initial: RangeSearch }) {
  const [range, setRange] = useState(initial);
  return <RangeFilter range={range} onChange={setRange} />;
}

function Wheels({ isEmpty = false, isWrong = false }: { readonly isEmpty?: boolean; readonly isWrong?: boolean }) {
  const t = useTranslations('time.range');
  const [picked, setPicked] = useState(isEmpty ? NOT_PICKED : pickedOf(FROM));
  return (
    <TimeWheels
      label={t('start')}
      picked={picked}
      timeOfDay={DAY_BEGINS}
      error={isWrong ? t('endNotAfterStart') : undefined}
      onChange={setPicked}
      onTooEarly={() => undefined}
    />
  );
}

export const stories: Stories = {
  'filter-empty': () => <Filter initial={{}} />,
  'filter-preset': () => <Filter initial={{ days: 30 }} />,
  'filter-times': () => <Filter initial={{ from: FROM, to: TO }} />,
  sheet: () => <RangeSheet open range={{ from: FROM, to: TO }} onApply={() => undefined} onClose={() => undefined} />,
  'wheels-empty': () => <Wheels isEmpty />,
  wheels: () => <Wheels />,
  'wheels-error': () => <Wheels isWrong />,
};
