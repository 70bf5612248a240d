import { CONSEQUENCE_FIGURES } from '@city-mint/api-contract/operator/consequence';
import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import { describe, expect, test } from 'vitest';
import { formatConsequence } from './format-consequence.ts';

const SAMPLES = { count: '2', amount: '1234.5 JU', time: '1785000000000', code: 'joins' } as const;

describe('formatConsequence', () => {
  test('contains the figures of this moment, in the plural that they need', () => {
    const figures = { part: 'joins', rounds: '1', wallets: '41', withdrawals: '0' };
    const sentence =
      'Joining stops at once: 1 open round gets longer by the pause, and 41 wallets in it see it. ' +
      'If the pause lasts too long, the round is cancelled and every principal is returned. ' +
      'To resume takes two signatures.';
    expect(formatConsequence({ action: 'pause', figures }, 'en')).toBe(sentence);
  });

  test('groups the digits of amounts and names the zone of times', () => {
    const figures = { amount: '1234567.5 JU', withdrawals: '0' };
    expect(formatConsequence({ action: 'withdrawals/approve', figures }, 'zh')).toContain('1,234,567.5 JU');
    const paused = { part: 'swap', rounds: '0', wallets: '0', withdrawals: '0', since: '1785000000000' };
    expect(formatConsequence({ action: 'unpause', figures: paused }, 'en')).toContain('2026-07-25 17:20:00 UTC');
  });

  test.each(Object.entries(operatorActions))(
    '%s has a sentence without an open placeholder',
    (key, { consequence }) => {
      const figures = Object.fromEntries(consequence.map((name) => [name, SAMPLES[CONSEQUENCE_FIGURES[name]]]));
      for (const language of ['zh', 'en'] as const) {
        expect(formatConsequence({ action: actionName(key), figures }, language)).toMatch(/^[^{}#]+$/);
      }
    },
  );

  test('is silent about actions of another release, and without all figures', () => {
    expect(formatConsequence({ action: 'vault/paint', figures: {} }, 'en')).toBeNull();
    expect(formatConsequence({ action: 'pause', figures: { part: 'joins' } }, 'en')).toBeNull();
    expect(formatConsequence({ action: 'toString', figures: {} }, 'en')).toBeNull();
  });
});
