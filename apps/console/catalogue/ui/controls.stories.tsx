import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select, TextInput } from '#ui/control.tsx';
import { CsvExport } from '#ui/csv-export.tsx';
import { ChoiceFilter, FilterSpan, PeriodFilter, TextFilter } from '#ui/filters.tsx';
import { LanguageSelect, ThemeSelect } from '#ui/preferences.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { TimeInput } from '#ui/time-input.tsx';

const STATES = ['scheduled', 'open', 'full'] as const;

type SampleProps = { readonly isInvalid?: boolean; readonly disabled?: boolean; readonly initial?: string };

function Text({ initial = '', ...rest }: SampleProps) {
  const t = useTranslations('rounds');
  const [text, setText] = useState(initial);
  return <TextInput aria-label={t('number')} placeholder={t('city')} value={text} onChange={setText} {...rest} />;
}

function Choice(props: SampleProps) {
  const t = useTranslations('rounds');
  const [value, setValue] = useState<string>('open');
  const options = STATES.map((state) => ({ value: state, label: t(`states.${state}`) }));
  return <Select aria-label={t('state')} options={options} value={value} onChange={setValue} {...props} />;
}

function Filters() {
  const t = useTranslations('rounds');
  const [state, setState] = useState<(typeof STATES)[number] | undefined>(undefined);
  const [city, setCity] = useState<string | undefined>('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  const options = STATES.map((value) => ({ value, label: t(`states.${value}`) }));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ChoiceFilter label={t('state')} options={options} value={state} onChange={setState} />
      <FilterSpan>
        <TextFilter label={t('city')} value={city} onChange={setCity} holds="address" />
        <TextFilter label={t('quota')} value={undefined} onChange={setCity} holds="amount" />
      </FilterSpan>
      <PeriodFilter
        labels={[t('from'), t('to')]}
        period={{ from: Date.UTC(2026, 9, 21, 4) }}
        onChange={() => undefined}
      />
    </div>
  );
}

export const stories: Stories = {
  text: () => <Text />,
  'text-filled': () => <Text initial="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" />,
  'text-invalid': () => <Text isInvalid initial="12" />,
  'text-disabled': () => <Text disabled initial="12" />,
  select: () => <Choice />,
  'select-invalid': () => <Choice isInvalid />,
  'select-disabled': () => <Choice disabled />,
  time: function Time() {
    const [text, setText] = useState('2026-11-23T08:00');
    return <TimeInput id="time" aria-label="UTC" value={text} onChange={setText} />;
  },
  filters: () => <Filters />,
  preferences: () => (
    <div className="flex gap-2">
      <LanguageSelect />
      <ThemeSelect />
    </div>
  ),
  'csv-export': () => <CsvExport name="rounds" columns={[]} read={async () => ({ items: [], nextCursor: null })} />,
  'side-sheet': function Sheet() {
    const t = useTranslations('rounds');
    return (
      <SideSheet open title={t('facts')} description={t('lead')} onClose={() => undefined}>
        <Text />
      </SideSheet>
    );
  },
};
