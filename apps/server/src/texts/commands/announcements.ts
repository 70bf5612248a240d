import type { Database } from '#platform/database/database.ts';
import type { Announcement } from '../queries/announcements.ts';
import { deleteAnnouncement, replaceAnnouncement } from '../store/announcements.ts';

/** Writes an announcement with exactly these texts; one of this key is replaced. */
export async function saveAnnouncement(tx: Database, announcement: Omit<Announcement, 'changedAt'>): Promise<void> {
  await replaceAnnouncement(tx, announcement);
}

/** Removes an announcement; without one of this key nothing happens. */
export async function removeAnnouncement(tx: Database, key: string): Promise<void> {
  await deleteAnnouncement(tx, key);
}
