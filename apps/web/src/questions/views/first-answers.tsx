import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import type { Question } from '../search-questions.ts';
import { showAnswer } from './question-list.tsx';

/** The most wanted answers, by key, and the CSS classes of their cards. */
const FIRST = {
  'check-holdings': 'bg-hero text-hero-ink',
  failure: 'bg-danger-soft text-danger',
  fmc: 'bg-success-soft text-success',
} as const;
type FirstKey = keyof typeof FIRST;

/** Three cards that open the most wanted answers; none for a question that is not published. */
export function FirstAnswers({ questions }: { readonly questions: readonly Question[] }) {
  const t = useTranslations('questions.first');
  const keys = (['check-holdings', 'failure', 'fmc'] satisfies FirstKey[]).filter((key) =>
    questions.some((question) => question.key === key),
  );
  if (keys.length === 0) return null;
  return (
    <div className="tiles">
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          onClick={() => showAnswer(key)}
          className={`relative flex min-h-[1.04rem] flex-col justify-between gap-1.5 overflow-hidden rounded-xl p-3 text-left active:opacity-85 ${FIRST[key]}`}
        >
          {key === 'check-holdings' && (
            <Guilloche className="absolute -right-8 -bottom-8 size-28 text-hero-line opacity-30" />
          )}
          <span className="relative font-display text-base leading-snug font-semibold">{t(`${key}.question`)}</span>
          <span className="relative text-xs">{t(`${key}.answer`)}</span>
        </button>
      ))}
    </div>
  );
}
