import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { loadStatus } from '#platform/load-status.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { OwnFigures } from './own-figures.tsx';
import { questionsQuery } from './questions-queries.ts';
import { type Question, searchQuestions } from './search-questions.ts';
import { Channels } from './views/channels.tsx';
import { FirstAnswers } from './views/first-answers.tsx';
import { QuestionList } from './views/question-list.tsx';

/** Questions and answers with a search, and the official channels of the operator. */
export function QuestionPage() {
  const t = useTranslations('questions');
  const language = useLanguageStore((state) => state.language);
  const [search, setSearch] = useState('');
  const query = useQuery(questionsQuery(language));
  const status = loadStatus(query);
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/my" />
      <TextField
        type="search"
        label={t('search')}
        placeholder={t('searchExample')}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
      />
      {status.kind === 'loading' && <SkeletonRows rows={6} />}
      {status.kind === 'failed' && <ErrorState error={status.error} onRetry={() => void query.refetch()} />}
      {status.kind === 'ready' && (
        <>
          {search.trim() === '' && <FirstAnswers questions={status.data.questions} />}
          <Found questions={searchQuestions(status.data.questions, search)} />
          {/* Below the list, which they would shift on arrival, since their height is unknown. */}
          {search.trim() === '' && <OwnFigures />}
          <div className="flex flex-col gap-2.5">
            <SectionTitle>{t('channels')}</SectionTitle>
            <Channels contacts={status.data.contacts} />
          </div>
        </>
      )}
    </Page>
  );
}

function Found({ questions }: { readonly questions: readonly Question[] }) {
  const t = useTranslations('questions');
  return (
    <div aria-live="polite">
      {questions.length === 0 ? (
        <EmptyState title={t('nothing')} text={t('nothingText')} />
      ) : (
        <QuestionList questions={questions} />
      )}
    </div>
  );
}
