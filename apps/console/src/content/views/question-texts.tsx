import { LANGUAGE_NAMES, LANGUAGES, localeOf } from '@city-mint/domain/languages';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import type { Question } from '../content-types.ts';

/** A question and its answer in every language, each to be edited; those that are missing to be added. */
export function QuestionTexts({ question: { key, published, texts } }: { readonly question: Question }) {
  const t = useTranslations('content.questions');
  const missing = LANGUAGES.filter((lang) => !texts.some((text) => text.lang === lang));
  return (
    <div className="flex flex-col gap-3 py-2">
      {texts.map(({ lang, question, answer }) => (
        <section key={lang} lang={localeOf(lang)} className="rounded-sm bg-sunken px-3 py-2">
          <h3 className="text-muted text-xs">{LANGUAGE_NAMES[lang]}</h3>
          <p className="break-words font-medium">{question}</p>
          <p className="whitespace-pre-wrap break-words">{answer}</p>
          <div className="mt-1 flex flex-wrap gap-2">
            <ActionButton
              name="qa/save"
              fields={{ key, lang }}
              initial={{ question, answer, published }}
              label={t('edit')}
            />
            <ActionButton name="qa/remove" fields={{ key, lang }} label={t('remove')} kind="danger" />
          </div>
        </section>
      ))}
      <div className="flex flex-wrap gap-2">
        {missing.map((lang) => (
          <ActionButton
            key={lang}
            name="qa/save"
            fields={{ key, lang }}
            initial={{ published }}
            label={t('translate', { language: LANGUAGE_NAMES[lang] })}
          />
        ))}
      </div>
    </div>
  );
}
