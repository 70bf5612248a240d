import { watch } from 'node:fs';
import { migrate } from '@city-mint/server/platform/database/migrate';
import pg from 'pg';
import { shortMessage } from './short-message.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

type Reapplying = {
  /** Connection string of the database's owner. */
  readonly url: string;
  /** The folder of the schema's files. */
  readonly directory: URL;
  say(line: string): void;
};

/**
 * Applies functions and views again whenever one of their files changes, and new migrations as they appear; `say` gets
 * the files' names, or the error of one. Returns a handle that stops it.
 */
export function reapplySchema({ url, directory, say }: Reapplying): { close(): void } {
  let isRunning = false;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  const apply = async () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      await applyOnce({ url, directory, say });
    }
    isRunning = false;
  };
  const auditor = watch(directory, { recursive: true }, (_event, name) => {
    if (name?.endsWith('.sql') !== true) return;
    clearTimeout(timer);
    timer = setTimeout(() => void apply(), SETTLE_MS);
  });
  return {
    close() {
      clearTimeout(timer);
      auditor.close();
    },
  };
}

async function applyOnce({ url, directory, say }: Reapplying): Promise<void> {
  const startedAt = performance.now();
  try {
    const applied = await migrate({ url, directory });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (applied.length > 0) say(`applied ${applied.join(', ')} (${seconds} s)`);
  } catch (error) {
    say(explain(error));
  }
}

function explain(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = cause instanceof pg.DatabaseError ? `: ${cause.message}${placeOf(cause)}` : '';
  const hint = error instanceof Error && isOfAnotherVersion(error) ? ' (or start over with --fresh)' : '';
  return `${shortMessage(error)}${reason}${hint}`;
}

function placeOf({ position, where }: pg.DatabaseError): string {
  if (position !== undefined) return ` (at character ${position})`;
  return where === undefined ? '' : ` (${where})`;
}

/** Returns whether `migrate` refused a database because an applied migration was changed. */
export function isOfAnotherVersion({ message }: Error): boolean {
  return message.includes('was changed after it was applied');
}
