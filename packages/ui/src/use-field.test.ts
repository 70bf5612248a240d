import { describe, expect, test } from 'vitest';
import { fieldState } from './use-field.ts';

const required = (text: string) => (text === '' ? 'missing' : null);

describe('fieldState', () => {
  test('default: an unchanged field has its initial text, and hides its problem', () => {
    expect(fieldState(required, null, '')).toEqual({ text: '', problem: 'missing', visibleProblem: null });
    expect(fieldState(required, null, '5')).toEqual({ text: '5', problem: null, visibleProblem: null });
  });

  test('behavior: a changed field shows its problem, also once it is empty again', () => {
    expect(fieldState(required, '', '5')).toEqual({ text: '', problem: 'missing', visibleProblem: 'missing' });
    expect(fieldState(required, '7', '')).toEqual({ text: '7', problem: null, visibleProblem: null });
  });
});
