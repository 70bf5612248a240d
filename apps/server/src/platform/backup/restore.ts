import { BackupError } from './backup-error.ts';
import { type BaseBackup, firstWalFile, listBases, verifyBase } from './base-backups.ts';
import { prepareEmpty, type Recovered, recover } from './recover.ts';
import type { BackupSettings } from './settings.ts';
import { assertNoGap, listWal, newestTransaction } from './wal-files.ts';

/** As PostgreSQL reads it, with a zone: a time without one would be that of the machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

export type Restored = Recovered & {
  readonly base: BaseBackup;
  /** The newest transaction that was received, in microseconds since 1970; null without any. */
  readonly received: bigint | null;
};

/**
 * Restores into an empty folder, from the newest base backup that a time allows, and returns with the server running,
 * on its socket only. `newest` restores everything received. Throws BackupError when the folder is not empty, the time
 * is before the end of every base backup or not before the newest received transaction, a file of base backup or WAL is
 * missing or damaged, or the server recovered less than was received.
 */
export async function restore({
  settings: { bases, wal, program },
  into,
  to,
  throwaway = false,
  signal,
}: {
  readonly settings: BackupSettings;
  readonly into: string;
  readonly to: string;
  readonly throwaway?: boolean;
  readonly signal: AbortSignal;
}): Promise<Restored> {
  if (to !== 'newest' && !TIME.test(to)) {
    throw new BackupError(`${to} is no time with a zone, such as 2026-11-29T10:40:00.123Z, nor newest`);
  }
  const base = chooseBase(listBases(bases), to);
  prepareEmpty(into);
  await verifyBase(base.path, { program, signal });
  const files = listWal(wal);
  assertNoGap(files, firstWalFile(base));
  const received = await newestTransaction(files, program('pg_waldump'));
  // The server reads it before it knows names of zones, so not Z.
  const target = to === 'newest' ? {} : { to: to.replace('T', ' ').replace('Z', '+00:00') };
  if (to !== 'newest' && (received === null || BigInt(Date.parse(to)) * 1_000n >= received)) {
    const until = received === null ? 'no transaction was received' : showMicroseconds(received);
    throw new BackupError(`${to} is not before the newest received WAL, whose last transaction is of ${until}`);
  }
  const postgres = program('postgres');
  const recovered = await recover({ base: base.path, wal, into, postgres, throwaway, signal, ...target });
  const reached = recovered.newest ?? BigInt(base.endedAt.getTime()) * 1_000n;
  if (to === 'newest' && received !== null && reached < received) {
    await recovered.stop();
    throw new BackupError(
      `only what happened until ${showMicroseconds(reached)} was recovered, although WAL until ` +
        `${showMicroseconds(received)} was received: a file of the WAL is damaged`,
    );
  }
  return { ...recovered, base, received };
}

/** Returns a time in microseconds since 1970 as ISO 8601 in UTC. */
export function showMicroseconds(time: bigint): string {
  const micros = String(time % 1_000n).padStart(3, '0');
  return new Date(Number(time / 1_000n)).toISOString().replace('Z', `${micros}Z`);
}

function chooseBase(bases: readonly BaseBackup[], to: string): BaseBackup {
  const oldest = bases[0];
  if (oldest === undefined) throw new BackupError('there is no base backup: city-mint backup base');
  const chosen = bases.findLast(({ endedAt }) => to === 'newest' || endedAt.getTime() <= Date.parse(to));
  if (chosen === undefined) {
    throw new BackupError(`${to} is before the end of the oldest base backup, ${oldest.endedAt.toISOString()}`);
  }
  return chosen;
}
