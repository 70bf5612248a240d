import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { runProgram } from './run-program.ts';

/** A file of the write-ahead log, complete or (`.partial`) still being received. */
export type WalFile = {
  readonly name: string;
  readonly path: string;
  readonly timeline: number;
  /** Its place in the log. */
  readonly number: number;
};

const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.partial)?$/;
/** The log's addresses are two parts of 32 bits; a file's name has the first part and its place within it. */
const PART_BYTES = 2 ** 32;
/** A transaction's end in the output of pg_waldump, which prints it in the time zone of TZ. */
const TRANSACTION_END = /desc: (?:COMMIT|ABORT)(?:_PREPARED)? (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}) UTC/g;

/** Returns the received files by timeline and place, the newest last; none where nothing was received. */
export function listWal(folder: string): WalFile[] {
  return readFolder(folder)
    .flatMap((file) => {
      const [, timeline = '', part = '', within = ''] = NAME.exec(file) ?? [];
      if (timeline === '') return [];
      const path = join(folder, file);
      const perPart = PART_BYTES / statSync(path).size;
      const number = Number.parseInt(part, 16) * perPart + Number.parseInt(within, 16);
      return [{ name: file.slice(0, 24), path, timeline: Number.parseInt(timeline, 16), number }];
    })
    .sort((a, b) => a.timeline - b.timeline || a.number - b.number);
}

/**
 * Throws BackupError with the first file that is missing between `from` (a name) and the newest; a change of timelines
 * may be within a file.
 */
export function assertNoGap(files: readonly WalFile[], from: string): void {
  const newest = files.at(-1);
  if (newest === undefined) throw new BackupError('no WAL was received: city-mint backup wal has to run');
  const present = new Set(files.map(({ number }) => number));
  const perPart = PART_BYTES / statSync(newest.path).size;
  const [, timeline = '', part = '', within = ''] = NAME.exec(from) ?? [];
  const first = Number.parseInt(part, 16) * perPart + Number.parseInt(within, 16);
  for (let number = first; number <= newest.number; number += 1) {
    if (present.has(number)) continue;
    const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
    throw new BackupError(
      `WAL file ${timeline}${hex(Math.floor(number / perPart))}${hex(number % perPart)} is missing: nothing after it ` +
        'can be restored until there is a newer base backup',
    );
  }
}

/**
 * Returns the time of the newest transaction that was received, in microseconds since 1970; null where the log has
 * none. Reads from the newest file backwards.
 */
export async function newestTransaction(files: readonly WalFile[], waldump: string): Promise<bigint | null> {
  // pg_waldump takes only files with their final names.
  const links = mkdtempSync(join(tmpdir(), 'city-mint-wal-'));
  try {
    for (const { name, path } of [...files].reverse()) {
      const link = join(links, name);
      symlinkSync(path, link);
      let newest: string | undefined;
      let rest = '';
      const onOutput = (text: string) => {
        rest += text;
        newest = [...rest.matchAll(TRANSACTION_END)].at(-1)?.[1] ?? newest;
        rest = rest.slice(rest.lastIndexOf('\n') + 1);
      };
      // It ends with an error where the log ends.
      const env = { ...process.env, TZ: 'UTC' };
      await runProgram({ file: waldump, args: ['--rmgr=Transaction', `--path=${links}`, name, name], env, onOutput });
      if (newest !== undefined) return parseMicroseconds(newest);
      rmSync(link);
    }
    return null;
  } finally {
    rmSync(links, { recursive: true, force: true });
  }
}

/** Returns the microseconds since 1970 of a time as PostgreSQL writes it in UTC, with up to six decimals. */
export function parseMicroseconds(text: string): bigint {
  const [seconds = '', fraction = ''] = text.split('.');
  return BigInt(Date.parse(`${seconds.replace(' ', 'T')}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
