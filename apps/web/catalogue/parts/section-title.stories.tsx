import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('team');
    return <SectionTitle>{t('earnings')}</SectionTitle>;
  },
  'with-aside': function WithAside() {
    const t = useTranslations('team');
    return <SectionTitle aside={t('earningsSpan')}>{t('earnings')}</SectionTitle>;
  },
  'long-text': function LongText() {
    const t = useTranslations('assets');
    return <SectionTitle aside={t('noValue')}>{t('totalValue')}</SectionTitle>;
  },
};
