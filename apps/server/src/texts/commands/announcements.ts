import type { Database } from '#platform/database/database.ts';
import type { Announcement } from '../queries/announcements.ts';
import { deleteAnnouncement, replaceAnnouncement } from '../store/announcements.ts';

/** Writes an announcement with exactly these texts; replaces an existing one with this key. */
export async function saveAnnouncement(tx: Database, announcement: Omit<Announcement, 'changedAt'>): Promise<void> {
  await replaceAnnouncement(tx, announcement);
}

/** Removes an announcement; does nothing if there is none with this key. */
export async function removeAnnouncement(tx: Database, key: string): Promise<void> {
  await deleteAnnouncement(tx, key);
}
