import { CONSEQUENCE_FIGURES } from '@city-mint/api-contract/operator/consequence';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, operatorAction } from '@city-mint/api-contract/operator/operator-action';
import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { describe, expect, test } from 'vitest';
import { placeholdersOf } from './check-text.ts';
import { CONSOLE_MESSAGES } from './console-messages.ts';

const DECLARED = Object.entries(operatorActions).map(
  ([key, { consequence }]) => [actionName(key), consequence] as const,
);

describe.each(['zh', 'en'] as const)('consequences in %s', (language) => {
  const texts: Readonly<Record<string, string>> = CONSOLE_MESSAGES[language].consequences;

  test.each(DECLARED)('%s: the sentence has exactly the declared figures', (name, figures) => {
    expect(placeholdersOf(texts[name] ?? '')).toEqual([...figures].sort());
  });

  test('behavior: no sentence is of an action that does not exist', () => {
    expect(Object.keys(texts).sort()).toEqual(DECLARED.map(([name]) => name).sort());
  });
});

test('behavior: every figure is used by an action', () => {
  const used = new Set<string>(DECLARED.flatMap(([, figures]) => [...figures]));
  expect(Object.keys(CONSEQUENCE_FIGURES).filter((name) => !used.has(name))).toEqual([]);
});

test('attack: an action without a consequence, or with an unknown figure, does not compile', () => {
  const { pause, ...others } = CONSOLE_MESSAGES.en.consequences;
  // @ts-expect-error the sentence of an action is missing
  const missing: Readonly<Record<OperatorActionName, string>> = others;
  // @ts-expect-error the declaration lists no figures
  operatorAction({ summary: 'Paints the vault.', fields: {}, refusals: [] });
  // @ts-expect-error no such figure exists
  operatorAction({ summary: 'Paints the vault.', fields: {}, consequence: ['colour'], refusals: [] });
  expect([pause.length > 0, Object.hasOwn(missing, 'pause')]).toEqual([true, false]);
});
