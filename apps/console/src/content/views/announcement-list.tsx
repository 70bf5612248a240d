import { LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { formatTime } from '#platform/format.ts';
import type { Announcement } from '../content-types.ts';

/** Announcements in all their languages, with whether each is shown now. */
export function AnnouncementList({ announcements }: { readonly announcements: readonly Announcement[] }) {
  const t = useTranslations('content.announcements');
  if (announcements.length === 0) return <p className="text-muted text-sm">{t('empty')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line text-sm">
      {announcements.map((announcement) => (
        <AnnouncementRow key={announcement.key} announcement={announcement} />
      ))}
    </ul>
  );
}

function AnnouncementRow({ announcement }: { readonly announcement: Announcement }) {
  const t = useTranslations('content.announcements');
  const { key, kind, startsAt, endsAt, texts } = announcement;
  const initial = {
    ...{ kind, startsAt, shownMs: endsAt - startsAt },
    languages: texts.map(({ lang }) => lang),
    titles: texts.map(({ title }) => title),
    texts: texts.map(({ text }) => text),
  };
  const span = { from: formatTime(startsAt), until: formatTime(endsAt) };
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3 text-muted text-xs">
          <span className="font-mono">{key}</span>
          <span>{t(`kinds.${kind}`)}</span>
          <span className="figures">{t('span', span)}</span>
          <strong className="font-medium text-ink">{t(stateAt(announcement, Date.now()))}</strong>
        </p>
        {texts.map(({ lang, title, text }) => (
          <div key={lang} lang={localeOf(lang)} className="mt-2">
            <p className="break-words font-medium">
              <span className="mr-2 text-muted text-xs">{LANGUAGE_NAMES[lang]}</span>
              {title}
            </p>
            <p className="whitespace-pre-wrap break-words">{text}</p>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <ActionButton name="announcements/save" fields={{ key }} initial={initial} label={t('edit')} />
        <ActionButton name="announcements/remove" fields={{ key }} label={t('remove')} kind="danger" />
      </div>
    </li>
  );
}

function stateAt({ startsAt, endsAt }: Announcement, now: number): 'later' | 'now' | 'over' {
  if (now < startsAt) return 'later';
  return now < endsAt ? 'now' : 'over';
}
