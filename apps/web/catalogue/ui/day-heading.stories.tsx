import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Amount } from '#ui/amount.tsx';
import { DayHeading } from '#ui/day-heading.tsx';

export const stories: Stories = {
  today: () => <DayHeading at={Date.now()} />,
  yesterday: () => (
    <DayHeading at={Date.now() - DAY_MS}>
      <Amount value="12.5" unit="JU" signed />
      <Amount value="123456789.1234" unit="FMC" signed />
    </DayHeading>
  ),
  date: () => <DayHeading at={Date.UTC(2026, 9, 21)} />,
};
