import { type announcementActions, MOST_ANNOUNCEMENTS } from '@city-mint/api-contract/operator/announcement-endpoints';
import { unsafeText } from '@city-mint/texts/check-text';
import { removeAnnouncement, saveAnnouncement } from '#texts/commands/announcements.ts';
import { type Announcement, listAnnouncements } from '#texts/queries/announcements.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';

/** Announcements of the page require two operators. */
export const announcementDefinitions: ActionDefinitions<keyof typeof announcementActions> = {
  async 'POST /api/ops/announcements/save'({ tx, fields, refuse, operator }) {
    const { key, kind, languages, titles, texts } = fields;
    const announcements = await listAnnouncements(tx);
    const current = announcements.find((announcement) => announcement.key === key);
    if (current === undefined && announcements.length >= MOST_ANNOUNCEMENTS) {
      return refuse('too-many-entries', { field: 'key', limit: String(MOST_ANNOUNCEMENTS) });
    }
    const entries = languages.map((lang, index) => ({ lang, title: titles[index] ?? '', text: texts[index] ?? '' }));
    for (const { lang, title, text } of entries) {
      const fault = unsafeText(title) ?? unsafeText(text);
      if (fault !== null) return refuse('text-unsafe', { field: 'texts', limit: `${lang}: ${fault.limit}` });
    }
    const next = {
      key,
      kind,
      startsAt: new Date(fields.startsAt),
      endsAt: new Date(fields.startsAt + fields.shownMs),
      texts: entries,
    };
    const before = current === undefined ? null : figuresOf(current);
    const after = figuresOf(next);
    if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return refuse('nothing-changes', 'key');
    return change({
      subject: `announcement ${key}`,
      before,
      after,
      loosens: true,
      async apply() {
        await saveAnnouncement(tx, { ...next, changedBy: operator });
      },
    });
  },

  async 'POST /api/ops/announcements/remove'({ tx, fields: { key }, refuse }) {
    const current = (await listAnnouncements(tx)).find((announcement) => announcement.key === key);
    if (current === undefined) return refuse('not-found', 'key');
    return change({
      subject: `announcement ${key}`,
      before: figuresOf(current),
      after: null,
      loosens: true,
      async apply() {
        await removeAnnouncement(tx, key);
      },
    });
  },
};

function figuresOf({ kind, startsAt, endsAt, texts }: Omit<Announcement, 'changedAt' | 'changedBy'>): Figures {
  const byLanguage = texts.map(({ lang, title, text }): [string, string] => [lang, `${title}\n${text}`]);
  return { kind, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), ...Object.fromEntries(byLanguage) };
}

function sorted(figures: Figures | null): [string, string | null][] {
  return Object.entries(figures ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
