import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { announcementsQuery } from './content-queries.ts';
import { AnnouncementList } from './views/announcement-list.tsx';

/** Announcements, which the page shows to all readers for a period. */
export function AnnouncementsTab() {
  const t = useTranslations('content.announcements');
  const query = useQuery(announcementsQuery);
  return (
    <Panel title={t('label')} aside={<ActionButton name="announcements/save" label={t('add')} kind="primary" />}>
      <Loaded query={query}>{({ announcements }) => <AnnouncementList announcements={announcements} />}</Loaded>
    </Panel>
  );
}
