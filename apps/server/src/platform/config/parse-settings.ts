import type { z } from 'zod';
import { ConfigError } from './config-error.ts';

/**
 * Returns the settings of an environment by their schema. An empty variable counts as missing. Throws ConfigError,
 * whose message names each setting that is missing or bad.
 */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ConfigError(
    read.error.issues.map(({ path, message }) => {
      const setting = String(path[0]);
      return { setting, problem: given[setting] === undefined ? 'is missing' : message };
    }),
  );
}
