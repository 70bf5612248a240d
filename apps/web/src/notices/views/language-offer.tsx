import { LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import { Button } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { chooseLanguage, useLanguageStore } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';

type LanguageOfferProps = {
  readonly language: PageLanguage;
  readonly onAnswer: () => void;
};

/** Asks a reader once, by the texts of the browser's language, whether to read in it; each answer chooses one. */
export function LanguageOffer({ language, onAnswer }: LanguageOfferProps) {
  const question = useTranslations('notices')('offer');
  const present = useLanguageStore((state) => state.language);
  return (
    <section aria-label={question} className="flex flex-col gap-3 rounded-lg bg-raised p-3 text-sm shadow-float">
      <p lang={localeOf(language)} className="font-semibold">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">
        {[language, present].map((each, index) => (
          <Button
            key={each}
            kind={index === 0 ? 'soft' : 'plain'}
            size="small"
            // Without the texts of the language the question stays.
            onClick={() => void chooseLanguage(each).then(onAnswer, () => undefined)}
          >
            <span lang={localeOf(each)}>{LANGUAGE_NAMES[each]}</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
