import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWaiting } from './waiting.ts';

function openWaiting() {
  const lines: string[] = [];
  return { lines, waiting: createWaiting({ say: (line) => void lines.push(line), everyMs: 20 }) };
}

test('default: says what it waits for until the work is done, and returns its result', async () => {
  const { lines, waiting } = openWaiting();
  const work = Promise.withResolvers<number>();
  const result = waiting.until('the database; its log is /logs/a', work.promise);
  while (lines.length < 2) await sleep(5);
  expect(lines[0]).toBe('Waiting for the database; its log is /logs/a (0 s so far)');
  work.resolve(7);
  expect(await result).toBe(7);
  const count = lines.length;
  await sleep(60);
  expect(lines).toHaveLength(count);
});

test('behavior: each of several is named', async () => {
  const { lines, waiting } = openWaiting();
  const work = Promise.withResolvers<void>();
  const both = Promise.all(['the database', 'the chain'].map((what) => waiting.until(what, work.promise)));
  while (lines.length < 2) await sleep(5);
  expect(lines.slice(0, 2)).toEqual(['Waiting for the database (0 s so far)', 'Waiting for the chain (0 s so far)']);
  work.resolve();
  await both;
});

test('behavior: work that fails ends the lines, with its own error', async () => {
  const { lines, waiting } = openWaiting();
  await expect(waiting.until('the chain', Promise.reject(new Error('it ended')))).rejects.toThrow('it ended');
  await sleep(60);
  expect(lines).toEqual([]);
});

test('behavior: work that is done soon is not mentioned', async () => {
  const { lines, waiting } = openWaiting();
  await waiting.until('the page', Promise.resolve());
  expect(lines).toEqual([]);
});
