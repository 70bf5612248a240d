import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { questionsQuery } from './content-queries.ts';
import { ContactList } from './views/contact-list.tsx';
import { QuestionList } from './views/question-list.tsx';

/** Questions and answers, in the order in which the page shows them. */
export function QuestionsTab() {
  const t = useTranslations('content.questions');
  const query = useQuery(questionsQuery);
  return (
    <Panel title={t('label')} aside={<ActionButton name="qa/save" label={t('add')} kind="primary" />}>
      <Loaded query={query}>
        {({ questions }) => <QuestionList key={questions.map(({ key }) => key).join()} questions={questions} />}
      </Loaded>
    </Panel>
  );
}

/** How participants reach the operator. */
export function ContactsTab() {
  const t = useTranslations('content.contacts');
  const query = useQuery(questionsQuery);
  return (
    <Panel title={t('label')} aside={<ActionButton name="contacts/save" label={t('add')} kind="primary" />}>
      <Loaded query={query}>{({ contacts }) => <ContactList contacts={contacts} />}</Loaded>
    </Panel>
  );
}
