import { announcementKind } from '@city-mint/api-contract/texts/announcement-endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { type ShownRow, selectAnnouncements, selectIsAnyShown, selectShown } from '../store/announcements.ts';

/** An announcement that the page shows to everyone for a period of time. */
export type Announcement = {
  readonly key: string;
  readonly kind: z.output<typeof announcementKind>;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly changedAt: Date;
  /** EIP-55. */
  readonly changedBy: string;
  readonly texts: readonly { readonly lang: Language; readonly title: string; readonly text: string }[];
};

/** Returns all announcements in all their languages, latest beginning first. */
export async function listAnnouncements(db: Database): Promise<Announcement[]> {
  const rows = await selectAnnouncements(db);
  return [...Map.groupBy(rows, ({ key }) => key).values()].flatMap((ofKey) => {
    const [first] = ofKey;
    if (first === undefined) return [];
    const { lang: _lang, title: _title, text: _text, ...announcement } = first;
    const texts = ofKey.map(({ lang, title, text }) => ({ lang, title, text }));
    return [{ ...announcement, kind: announcementKind.parse(announcement.kind), texts }];
  });
}

/** Returns the current announcements, each in the first of these languages that it has, latest beginning first. */
export async function readAnnouncements(db: Database, languages: readonly Language[]): Promise<ShownRow[]> {
  return selectShown(db, languages);
}

/** Whether there are current announcements. */
export async function hasAnnouncements(db: Database): Promise<boolean> {
  return selectIsAnyShown(db);
}
