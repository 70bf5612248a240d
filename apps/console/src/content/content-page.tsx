import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Room } from '#ui/panel.tsx';
import { AnnouncementsTab } from './announcements-tab.tsx';
import { type ContentSearch, TABS } from './content-search.ts';
import { DisclosureTab } from './disclosure-tab.tsx';
import { ContactsTab, QuestionsTab } from './questions-tab.tsx';
import { TextsTab } from './texts-tab.tsx';

/** What participants read: texts, questions, contacts, announcements, the disclosure. */
export function ContentPage() {
  const t = useTranslations('content');
  const room = useTranslations('shell.room');
  const search = useSearch({ from: '/content' });
  const navigate = useNavigate();
  const change = (changed: ContentSearch) =>
    void navigate({ to: '/content', search: { ...search, ...changed }, replace: true });
  const panels = {
    texts: <TextsTab search={search} onChange={change} />,
    questions: <QuestionsTab />,
    contacts: <ContactsTab />,
    announcements: <AnnouncementsTab />,
    disclosure: <DisclosureTab />,
  };
  return (
    <Room title={room('content')} lead={t('lead')}>
      <Tabs
        label={t('tabs.label')}
        value={search.tab ?? 'texts'}
        onChange={(tab) => change({ tab: tab === 'texts' ? undefined : tab })}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), panel: panels[value] }))}
      />
    </Room>
  );
}
