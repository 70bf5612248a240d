import { CONSEQUENCE_FIGURES, type ConsequenceFigure } from '@city-mint/api-contract/operator/consequence';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import type { OperatorLanguage } from '@city-mint/domain/languages';
import { groupDigits } from '@city-mint/domain/money/number-form';
import { CONSOLE_MESSAGES } from './console-messages.ts';

/** The sentence about an action's consequence, by its name in `consequences`, and the values of its placeholders. */
type Consequence = {
  readonly action: OperatorActionName;
  readonly values: Readonly<Record<string, string | number>>;
};

/**
 * Returns the consequence of an action with figures of this moment, as a preview returns them. Null for an action of
 * another release, and where a server of another release did not send them all.
 */
export function consequenceOf(
  action: string,
  figures: Readonly<Record<string, string>>,
  language: OperatorLanguage,
): Consequence | null {
  if (!isNamed(action)) return null;
  const names: readonly ConsequenceFigure[] = operatorActions[`POST /api/ops/${action}`].consequence;
  if (!names.every((name) => Object.hasOwn(figures, name))) return null;
  const values = names.map((name) => [name, figureValue(name, figures[name] ?? '', language)]);
  return { action, values: Object.fromEntries(values) };
}

function isNamed(action: string): action is OperatorActionName {
  return Object.hasOwn(CONSOLE_MESSAGES.en.consequences, action);
}

/** Returns a figure as the sentence has it: a count as a number, which chooses the plural, others as texts. */
function figureValue(name: ConsequenceFigure, value: string, language: OperatorLanguage): string | number {
  const kind = CONSEQUENCE_FIGURES[name];
  if (kind === 'count') return Number(value);
  if (kind === 'time') return `${new Date(Number(value)).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  if (kind === 'code') return value;
  const [amount = '', currency = ''] = value.split(' ');
  return `${groupDigits(amount, language)} ${currency}`;
}
