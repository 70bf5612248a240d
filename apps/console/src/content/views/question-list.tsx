import { LANGUAGES } from '@city-mint/domain/languages';
import { Button } from '@city-mint/ui/button.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { useLanguage } from '#platform/language-store.ts';
import type { Question } from '../content-types.ts';
import { moved } from '../move-entry.ts';
import { QuestionTexts } from './question-texts.tsx';

/** Questions that are moved by buttons until their new order is proposed, each with its texts. */
export function QuestionList({ questions }: { readonly questions: readonly Question[] }) {
  const t = useTranslations('content.questions');
  const [keys, setKeys] = useState(questions.map(({ key }) => key));
  const isMoved = keys.some((key, index) => key !== questions[index]?.key);
  if (questions.length === 0) return <p className="text-muted text-sm">{t('empty')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">{t('orderHint')}</p>
        {isMoved && (
          <div className="flex gap-2">
            <Button kind="plain" size="small" onClick={() => setKeys(questions.map(({ key }) => key))}>
              {t('reset')}
            </Button>
            <ActionButton name="qa/order" fields={{ keys }} label={t('order')} kind="primary" />
          </div>
        )}
      </div>
      <ol className="flex flex-col divide-y divide-line">
        {keys.map((key, index) => {
          const question = questions.find((each) => each.key === key);
          if (question === undefined) return null;
          return (
            <QuestionRow
              key={key}
              question={question}
              position={index + 1}
              onMove={(by) => setKeys(moved(keys, index, by))}
            />
          );
        })}
      </ol>
    </div>
  );
}

type QuestionRowProps = {
  readonly question: Question;
  readonly position: number;
  readonly onMove: (by: -1 | 1) => void;
};

function QuestionRow({ question, position, onMove }: QuestionRowProps) {
  const t = useTranslations('content.questions');
  const language = useLanguage((store) => store.language);
  const { key, published, texts } = question;
  const shown = texts.find(({ lang }) => lang === language) ?? texts[0];
  const missing = LANGUAGES.length - texts.length;
  return (
    <li className="flex gap-3 py-2 text-sm">
      <div className="flex shrink-0 flex-col">
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            aria-label={t(by < 0 ? 'up' : 'down', { key })}
            className="inline-flex size-9 items-center justify-center rounded-sm text-muted hover:bg-sunken"
            onClick={() => onMove(by)}
          >
            <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
          </button>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3 text-muted text-xs">
          <span className="figures">{t('position', { position })}</span>
          <span className="font-mono">{key}</span>
          <span className={published ? 'text-success' : 'text-pending'}>{t(published ? 'published' : 'draft')}</span>
          <span>{missing === 0 ? t('complete') : t('missing', { count: missing })}</span>
        </p>
        <details>
          <summary className="cursor-pointer py-1 font-medium">{shown?.question}</summary>
          <QuestionTexts question={question} />
        </details>
      </div>
    </li>
  );
}
