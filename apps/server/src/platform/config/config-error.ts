import type { SettingProblem } from './settings.ts';

/** The configuration is unusable; the message has one line per setting. It ends the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    // Further problems of a setting are reported once the first is fixed.
    const first = problems.filter(({ setting }, index) => problems.findIndex((p) => p.setting === setting) === index);
    super(first.map(({ setting, problem }) => `${setting} ${problem}`).join('\n'));
    this.problems = first;
  }
}
