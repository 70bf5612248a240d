import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from './terminal.ts';

/** Opens a terminal whose user types `typed` at the first question; returns it and its output. */
function openTyped(typed: string | null) {
  const stdin = new PassThrough();
  const shown: string[] = [];
  const stderr = new PassThrough().on('data', (piece: Buffer) => void shown.push(piece.toString()));
  const terminal = openTerminal({ stdin, stdout: new PassThrough(), stderr, env: {} });
  if (typed === null) stdin.end();
  else stdin.write(typed);
  return { terminal, shown: () => shown.join('') };
}

test.each([
  ['an answer', 'y\r', 'y'],
  ['Ctrl-C', 'y\u0003', ''],
  ['Ctrl-D', '\u0004', ''],
  ['the end of the input', null, ''],
])('%s', async (_what, typed, answer) => {
  const { terminal, shown } = openTyped(typed);
  expect(await terminal.ask('Sign? ')).toBe(answer);
  expect(shown()).toContain('Sign? ');
});

test('a secret is returned and never shown', async () => {
  const { terminal, shown } = openTyped('geheim\r');
  expect(await terminal.askSecret('Password: ')).toBe('geheim');
  expect(shown()).toContain('Password: ');
  expect(shown()).not.toContain('g');
});

test('is not interactive if stdin or stderr is not a terminal', () => {
  expect(openTyped('').terminal.isInteractive).toBe(false);
});
