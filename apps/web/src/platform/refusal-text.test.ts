import { afterEach, describe, expect, test } from 'vitest';
import { en } from '#texts/en/en.ts';
import { zh } from '#texts/zh/zh.ts';
import { useLanguageStore } from './i18n/language-store.ts';
import { refusalText } from './refusal-text.ts';

const TEXTS = { 'round-full': 'rounds.refusal.roundFull', 'below-minimum': 'rounds.refusal.belowMinimum' } as const;

afterEach(() => {
  useLanguageStore.setState({ language: 'zh', messages: zh });
});

describe('refusalText', () => {
  test('default: the page’s text, in the language of the page', () => {
    const refusal = { error: 'round-full', msg: 'server', details: {} };
    expect(refusalText(TEXTS, refusal)).toBe(zh.rounds.refusal.roundFull);
    useLanguageStore.setState({ language: 'en', messages: en });
    expect(refusalText(TEXTS, refusal)).toBe(en.rounds.refusal.roundFull);
  });

  test('behavior: a text that needs a limit which did not come leaves the server’s', () => {
    expect(refusalText(TEXTS, { error: 'below-minimum', msg: 'server', details: { limit: '10' } })).toContain('10');
    expect(refusalText(TEXTS, { error: 'below-minimum', msg: 'server', details: {} })).toBe('server');
  });

  test('behavior: an unknown code has the server’s text, or a general one', () => {
    expect(refusalText(TEXTS, { error: 'nope', msg: 'server', details: {} })).toBe('server');
    expect(refusalText(TEXTS, { error: 'toString', msg: 'server', details: {} })).toBe('server');
    expect(refusalText(TEXTS, { error: 'nope', msg: '', details: {} })).toBe(zh.ui.errorTitle);
  });
});
