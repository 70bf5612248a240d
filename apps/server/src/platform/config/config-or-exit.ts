import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import type { Config, ProcessName } from './settings.ts';

/**
 * The configuration of this process; where it cannot be used, each bad setting gets a line on standard error and the
 * process ends with 2.
 */
export function configOrExit(process: NodeJS.Process, name: ProcessName): Config {
  try {
    return readConfig(process.env, name);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
