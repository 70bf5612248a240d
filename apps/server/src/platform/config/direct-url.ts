import type { Config } from './settings.ts';

/** Returns the address of PostgreSQL itself, where DATABASE_URL leads to a pooler. */
export function directUrl(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): string {
  return config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
}
