import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { recordAudit, sealJournal } from './journal/commands.ts';
import { appendHead } from './journal/head-file.ts';
import { readJournalHead, verifyJournal } from './journal/queries.ts';

export type JournalJobsDeps = {
  readonly db: Database;
  readonly log: Logger;
  /** A file outside the database to which heads are appended; undefined = none. */
  readonly headFile: string | undefined;
  /** Called once for an integrity error that an audit found, with its text. */
  readonly onIntegrityError: (reason: string) => Promise<void>;
};

export type JournalJobs = {
  /** Seals all transfers up to the watermark. */
  readonly seal: (signal: AbortSignal) => Promise<void>;
  /** Appends the head to its file when it moved, and verifies the newest entry and the next range of older ones. */
  readonly audit: () => Promise<void>;
};

/** Entries that one audit verifies; audits go through the whole journal and begin again at its end. */
const AUDITED_ENTRIES = 20;

/** Returns what the worker does for the journal on its timers. */
export function createJournalJobs({ db, log, headFile, onIntegrityError }: JournalJobsDeps): JournalJobs {
  let nextEntry = 1n;
  let appendedHead = 0n;
  return {
    async seal(signal) {
      await sealJournal(db, { signal });
    },
    async audit() {
      const head = await readJournalHead(db);
      if (headFile !== undefined && head.number > appendedHead) {
        await appendHead(headFile, head);
        appendedHead = head.number;
      }
      const newest = await verifyJournal(db, { from: head.number > 1n ? head.number : 1n });
      const range = await verifyJournal(db, { from: nextEntry, entries: AUDITED_ENTRIES });
      nextEntry = range.entries < AUDITED_ENTRIES ? 1n : nextEntry + BigInt(AUDITED_ENTRIES);
      const fault = range.fault ?? newest.fault;
      const integrityError =
        fault === null ? null : `${fault.what}, entry ${fault.entry}, transfer ${fault.transfer ?? 'not known'}`;
      const isFirst = await recordAudit(db, integrityError);
      if (integrityError === null || !isFirst) return;
      log.fatal({ integrityError }, 'the ledger is not as it was sealed');
      await onIntegrityError(`the ledger is not as it was sealed: ${integrityError}`);
    },
  };
}
