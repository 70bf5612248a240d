import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** A row of `pg_settings`: sizes in MB and times in seconds for the settings that are read here. */
export type ServerSetting = { readonly name: string; readonly setting: string };

type Rule = { readonly isRight: (setting: string) => boolean; readonly advice: string };

const LOSES = 'must not be off: what was acknowledged could be lost';
/** The required settings of a production database server (docs/operating/start.md#the-database-server). */
const RULES: Readonly<Record<string, Rule>> = {
  fsync: { isRight: (setting) => setting !== 'off', advice: LOSES },
  full_page_writes: { isRight: (setting) => setting !== 'off', advice: LOSES },
  synchronous_commit: { isRight: (setting) => setting !== 'off', advice: LOSES },
  wal_compression: {
    isRight: (setting) => !['on', 'pglz'].includes(setting),
    advice: 'off or lz4: after a checkpoint pglz makes a join seven times slower',
  },
  max_wal_size: { isRight: (setting) => Number(setting) >= 4_096, advice: '4GB or more: fewer checkpoints' },
  checkpoint_timeout: { isRight: (setting) => Number(setting) >= 900, advice: '15min or more: fewer checkpoints' },
};

/** Returns the advice for each setting that breaks a rule: "wal_compression = pglz; off or lz4: …". */
export function adviseOnSettings(settings: readonly ServerSetting[]): string[] {
  return settings.flatMap(({ name, setting }) => {
    const rule = RULES[name];
    return rule === undefined || rule.isRight(setting) ? [] : [`${name} = ${setting}; ${rule.advice}`];
  });
}

/** Logs a warning for each setting of the database server that risks data or costs speed. Never rejects. */
export async function warnOfServerSettings(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const names = Object.keys(RULES);
    const { rows } =
      await sql<ServerSetting>`select name, setting from pg_settings where name = any (${names})`.execute(db);
    for (const advice of adviseOnSettings(rows)) log.warn(`the database server: ${advice}`);
  } catch (error) {
    log.warn({ err: error }, 'cannot read the settings of the database server');
  }
}
