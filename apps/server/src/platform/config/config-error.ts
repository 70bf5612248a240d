import type { SettingProblem } from './settings.ts';

/** The configuration cannot be used; the message has one line for each setting. The process ends with it. */
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
