import { CONSEQUENCE_FIGURES, type ConsequenceFigure } from '@city-mint/api-contract/operator/consequence';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { groupDigits } from '@city-mint/domain/money/number-form';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { useTranslations } from 'use-intl';
import { formatUtc } from '#platform/format.ts';
import { type ConsoleLanguage, useLanguage } from '#platform/language-store.ts';

type Figures = Readonly<Record<string, string>>;

type ConsequenceOfProps = {
  readonly action: string;
  /** Figures of this moment, as a preview returns them. */
  readonly figures: Figures;
};

/** The consequence of an action, with current figures; renders nothing for an action of another release. */
export function ConsequenceOf({ action, figures }: ConsequenceOfProps) {
  const t = useTranslations('consequences');
  const { language } = useLanguage();
  if (!isNamed(action)) return null;
  const names: readonly ConsequenceFigure[] = operatorActions[`POST /api/ops/${action}`].consequence;
  // A server of another release may not send them all.
  if (!names.every((name) => Object.hasOwn(figures, name))) return null;
  const values = names.map((name) => [name, figureValue(name, figures[name] ?? '', language)]);
  return <p className="font-semibold text-ink">{t(action, Object.fromEntries(values))}</p>;
}

function isNamed(action: string): action is OperatorActionName {
  return Object.hasOwn(CONSOLE_MESSAGES.en.consequences, action);
}

/** Returns a figure as the sentence has it: a count as a number, which chooses the plural, others as texts. */
function figureValue(name: ConsequenceFigure, value: string, language: ConsoleLanguage): string | number {
  const kind = CONSEQUENCE_FIGURES[name];
  if (kind === 'count') return Number(value);
  if (kind === 'time') return `${formatUtc(Number(value))} UTC`;
  if (kind === 'code') return value;
  const [amount = '', currency = ''] = value.split(' ');
  return `${groupDigits(amount, language)} ${currency}`;
}
