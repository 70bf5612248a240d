import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { recordAudit } from './commands/record-audit.ts';
import { sealJournal } from './commands/seal-journal.ts';
import { appendHead } from './journal/head-file.ts';
import { readJournalHead } from './queries/read-journal-head.ts';
import { verifyJournal } from './queries/verify-journal.ts';

export type JournalJobsDeps = {
  readonly db: Database;
  readonly log: Logger;
  /** Where heads are written down outside the database; undefined = nowhere. */
  readonly headFile: string | undefined;
  /** What happens when a sealed transfer turns out to be changed. */
  readonly onBroken: (reason: string) => Promise<void>;
};

export type JournalJobs = {
  /** Seals what can be sealed. */
  readonly seal: (signal: AbortSignal) => Promise<void>;
  /** Writes down the head where it moved, and verifies the newest entries and the next stretch of old ones. */
  readonly lookBack: () => Promise<void>;
};

/** Entries that one look back verifies; the whole journal is gone over again and again. */
const LOOK_BACK_ENTRIES = 20;

/** What the worker does for the journal on its timers. */
export function createJournalJobs({ db, log, headFile, onBroken }: JournalJobsDeps): JournalJobs {
  let next = 1n;
  let written = 0n;
  return {
    async seal(signal) {
      await sealJournal(db, { signal });
    },
    async lookBack() {
      const head = await readJournalHead(db);
      if (headFile !== undefined && head.number > written) {
        await appendHead(headFile, head);
        written = head.number;
      }
      const newest = await verifyJournal(db, { from: head.number > 1n ? head.number : 1n });
      const stretch = await verifyJournal(db, { from: next, entries: LOOK_BACK_ENTRIES });
      next = stretch.entries < LOOK_BACK_ENTRIES ? 1n : next + BigInt(LOOK_BACK_ENTRIES);
      const fault = stretch.fault ?? newest.fault;
      const broken =
        fault === null ? null : `${fault.what}, entry ${fault.entry}, transfer ${fault.transfer ?? 'not known'}`;
      const isNews = await recordAudit(db, broken);
      if (broken === null || !isNews) return;
      log.fatal({ broken }, 'the ledger is not as it was sealed');
      await onBroken(`the ledger is not as it was sealed: ${broken}`);
    },
  };
}
