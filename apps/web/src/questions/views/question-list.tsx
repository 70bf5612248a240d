import { localeOf } from '@city-mint/domain/languages';
import { Icon } from '@city-mint/ui/icon.tsx';
import type { Question } from '../search-questions.ts';

/** Questions; at most one is open and shows its answer. */
export function QuestionList({ questions }: { readonly questions: readonly Question[] }) {
  return (
    <div className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
      {questions.map((entry) => (
        <details
          key={entry.key}
          id={questionId(entry.key)}
          name="questions"
          lang={localeOf(entry.lang)}
          className="group scroll-mt-16"
        >
          <summary className="flex min-h-[0.52rem] cursor-pointer list-none items-center gap-3 px-4 py-3 text-base font-medium active:bg-sunken [&::-webkit-details-marker]:hidden">
            <span className="min-w-0 flex-1">{entry.question}</span>
            <Icon name="down" className="text-sm text-muted transition-transform group-open:rotate-180" />
          </summary>
          <p className="px-4 pb-4 text-sm whitespace-pre-line text-muted">{entry.answer}</p>
        </details>
      ))}
    </div>
  );
}

/** Opens the answer to a question in the list, and scrolls to it. */
export function showAnswer(key: string): void {
  const element = document.getElementById(questionId(key));
  if (!(element instanceof HTMLDetailsElement)) return;
  element.open = true;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}

function questionId(key: string): string {
  return `question-${key}`;
}
