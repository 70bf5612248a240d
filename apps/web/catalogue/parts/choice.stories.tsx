import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Choice, FilterChips } from '@city-mint/ui/choice.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

const THEMES = ['system', 'light', 'dark'] as const;
const PERIODS = ['today', 'week', 'month', 'all'] as const;
const NODES = ['none', 'personal', 'community', 'super', 'genesis'] as const;

export const stories: Stories = {
  choice: function OfThree() {
    const t = useTranslations('my');
    const [value, setValue] = useState<(typeof THEMES)[number]>('light');
    const options = THEMES.map((theme) => ({ value: theme, label: t(`themes.${theme}`) }));
    return <Choice label={t('theme')} options={options} value={value} onChange={setValue} />;
  },
  'choice-of-four': function OfFour() {
    const t = useTranslations('boards');
    const [value, setValue] = useState<(typeof PERIODS)[number]>('all');
    const options = PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }));
    return <Choice label={t('period')} options={options} value={value} onChange={setValue} />;
  },
  'filter-chips': function Chips() {
    const t = useTranslations('team');
    const [value, setValue] = useState<(typeof NODES)[number]>('genesis');
    const options = NODES.map((node) => ({ value: node, label: t(`nodeTypes.${node}`) }));
    return <FilterChips label={t('nodeType')} options={options} value={value} onChange={setValue} />;
  },
};
