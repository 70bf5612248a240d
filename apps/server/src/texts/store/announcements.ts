import type { Language } from '@city-mint/domain/languages';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

type AnnouncementRow = {
  readonly key: string;
  readonly kind: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly lang: Language;
  readonly title: string;
  readonly text: string;
};

/** Returns every text of every announcement, latest beginning first. */
export async function selectAnnouncements(db: Database): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select a.key, a.kind, a.starts_at as "startsAt", a.ends_at as "endsAt", a.changed_at as "changedAt",
      a.changed_by as "changedBy", t.lang, t.title, t.text
    from announcement a join announcement_text t on t.key = a.key
    order by a.starts_at desc, a.key, t.lang`.execute(db);
  return rows;
}

/** An announcement in one language. */
export type ShownRow = Omit<AnnouncementRow, 'changedBy'>;

/** Returns the current announcements, each in the first of these languages that it has. */
export async function selectShown(db: Database, languages: readonly Language[]): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select a.key, a.kind, a.starts_at as "startsAt", a.ends_at as "endsAt", a.changed_at as "changedAt",
      t.lang, t.title, t.text
    from announcement a cross join lateral (
      select * from announcement_text t where t.key = a.key and t.lang = any (${languages}::text[])
      order by array_position(${languages}::text[], t.lang) limit 1
    ) t
    where a.starts_at <= now() and a.ends_at > now() order by a.starts_at desc, a.key`.execute(db);
  return rows;
}

/** Whether there are current announcements. */
export async function selectIsAnyShown(db: Database): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from announcement where starts_at <= now() and ends_at > now()) as shown`.execute(db);
  return rows[0]?.shown === true;
}

type NewAnnouncement = Omit<AnnouncementRow, 'changedAt' | 'lang' | 'title' | 'text'> & {
  readonly texts: readonly Pick<AnnouncementRow, 'lang' | 'title' | 'text'>[];
};

/** Writes an announcement with exactly these texts; replaces an existing one with this key. */
export async function replaceAnnouncement(tx: Database, announcement: NewAnnouncement): Promise<void> {
  const { key, kind, startsAt, endsAt, changedBy, texts } = announcement;
  const row = { kind, starts_at: startsAt, ends_at: endsAt, changed_by: changedBy };
  await tx
    .insertInto('announcement')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...row, changed_at: sql`clock_timestamp()` }))
    .execute();
  await tx.deleteFrom('announcement_text').where('key', '=', key).execute();
  await tx
    .insertInto('announcement_text')
    .values(texts.map((text) => ({ key, ...text })))
    .execute();
}

/** Deletes an announcement. */
export async function deleteAnnouncement(tx: Database, key: string): Promise<void> {
  await tx.deleteFrom('announcement').where('key', '=', key).execute();
}
