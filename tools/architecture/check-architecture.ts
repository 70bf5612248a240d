import { RULES } from './rules.ts';
import type { Repository, Rule, Violation } from './source-file.ts';

/** Everything in the repository that breaks a rule. A repository without sources breaks the first: it was not read. */
export function checkArchitecture(repository: Repository, rules: readonly Rule[] = RULES): Violation[] {
  if (repository.sources.length === 0)
    return [{ rule: 'no file unread', path: '.', problem: 'no source file was read' }];
  return rules.flatMap((rule) => rule.find(repository).map((found) => ({ rule: rule.name, ...found })));
}
