import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Countdown, CountdownText } from '#ui/countdown.tsx';

const MANY_DAYS = 123 * DAY_MS;

export const stories: Stories = {
  large: function Large() {
    const t = useTranslations('earnings.hero');
    return <Countdown until={Date.now() + MANY_DAYS} label={t('next')} />;
  },
  over: function Over() {
    const t = useTranslations('earnings.hero');
    return <Countdown until={0} label={t('next')} />;
  },
  line: function Line() {
    const t = useTranslations('earnings.hero');
    return <CountdownText until={Date.now() + MANY_DAYS} label={t('next')} />;
  },
};
