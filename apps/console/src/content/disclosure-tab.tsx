import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { Select } from '#ui/control.tsx';
import { Loaded } from '#ui/state.tsx';
import { disclosureQuery } from './content-queries.ts';
import { DisclosureView } from './views/disclosure-view.tsx';

const OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The disclosure as participants read it in a language, and what changed. */
export function DisclosureTab() {
  const t = useTranslations('content.disclosure');
  const id = useId();
  const own = useLanguage((store) => store.language);
  const [lang, setLang] = useState<Language>(own);
  const query = useQuery(disclosureQuery(lang));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-muted text-xs">
          {t('language')}
        </label>
        <Select
          id={id}
          value={lang}
          options={OPTIONS}
          className="max-w-[2.4rem]"
          onChange={(value) => setLang(LANGUAGES.find((each) => each === value) ?? own)}
        />
      </div>
      <Loaded query={query}>{(disclosure) => <DisclosureView lang={lang} disclosure={disclosure} />}</Loaded>
    </div>
  );
}
