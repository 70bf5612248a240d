import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

export const stories: Stories = {
  two: function Two() {
    const t = useTranslations('assets.tabs');
    const [value, setValue] = useState<'system' | 'chain'>('system');
    const tabs = (['system', 'chain'] as const).map((tab) => ({ value: tab, label: t(tab), panel: t('label') }));
    return <Tabs label={t('label')} tabs={tabs} value={value} onChange={setValue} />;
  },
  three: function Three() {
    const t = useTranslations('my');
    const [value, setValue] = useState<'system' | 'light' | 'dark'>('dark');
    const names = ['system', 'light', 'dark'] as const;
    const tabs = names.map((tab) => ({ value: tab, label: t(`themes.${tab}`), panel: t('theme') }));
    return <Tabs label={t('theme')} tabs={tabs} value={value} onChange={setValue} />;
  },
};
