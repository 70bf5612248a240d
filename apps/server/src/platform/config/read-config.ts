import { checkProduction } from './check-production.ts';
import { ConfigError } from './config-error.ts';
import { parseSettings } from './parse-settings.ts';
import { type Config, type ProcessName, type SettingProblem, settings } from './settings.ts';

/**
 * Returns the configuration of a process from its environment, checked as a whole. An empty variable counts as missing.
 * Throws ConfigError, whose message names each setting that is missing or bad, and in production each that is only fit
 * for development.
 */
export function readConfig(env: NodeJS.ProcessEnv, process: ProcessName = 'api'): Config {
  const read = parseSettings(settings, env);
  const problems: SettingProblem[] = [];
  if (process === 'worker' && read.VOUCHER_SIGNER_KEY === undefined) {
    problems.push({ setting: 'VOUCHER_SIGNER_KEY', problem: 'is missing' });
  }
  for (const setting of ['GUARD_KEY', 'AUDITOR_KEY'] as const) {
    if (process === 'auditor' && read[setting] === undefined) problems.push({ setting, problem: 'is missing' });
  }
  const { EXCHANGE_URL, EXCHANGE_KEY } = read;
  if (process === 'worker' && (EXCHANGE_URL === undefined) !== (EXCHANGE_KEY === undefined)) {
    problems.push({ setting: EXCHANGE_URL === undefined ? 'EXCHANGE_URL' : 'EXCHANGE_KEY', problem: 'is missing' });
  }
  if (read.NODE_ENV === 'production') problems.push(...checkProduction(read, env, process));
  if (problems.length > 0) throw new ConfigError(problems);
  return read;
}
