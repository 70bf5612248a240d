import { redactUrls } from '../log/redact-urls.ts';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import type { Config, ProcessName } from './settings.ts';

/**
 * Returns the configuration of this process. If it is unusable, prints a line per bad setting to standard error and
 * ends the process with 2. Later an error that ends the process is printed without the keys in its URLs.
 */
export function configOrExit(process: NodeJS.Process, name: ProcessName): Config {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${redactUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    process.exit(1);
  });
  try {
    return readConfig(process.env, name);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(2);
  }
}
