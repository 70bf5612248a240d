import type { Logger } from 'pino';
import type { Database } from '#platform/database/database.ts';
import { recordAudit, sealJournal } from './journal/commands.ts';
import { appendHead } from './journal/head-file.ts';
import { readJournalHead, verifyJournal } from './journal/queries.ts';

export type JournalJobsDeps = {
  readonly db: Database;
  readonly log: Logger;
  /** File outside the database to which heads are appended; undefined = none. */
  readonly headFile: string | undefined;
  /** Called once, with its text, for an integrity error that an audit found. */
  readonly onIntegrityError: (reason: string) => Promise<void>;
};

export type JournalJobs = {
  /** Seals all transfers up to the watermark. */
  readonly seal: (signal: AbortSignal) => Promise<void>;
  /**
   * Appends the head to its file when it has changed, and verifies the newest entry and the next range of older ones.
   */
  readonly audit: () => Promise<void>;
};

/** Entries verified by one audit. Audits cycle through the whole journal. */
const AUDITED_ENTRIES = 20;

/** Returns the worker's periodic jobs for the journal. */
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
      log.fatal({ integrityError }, 'the ledger differs from its sealed journal');
      await onIntegrityError(`the ledger is not as it was sealed: ${integrityError}`);
    },
  };
}
