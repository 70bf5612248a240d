import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWaiting } from './waiting.ts';

function openWaiting() {
  const lines: string[] = [];
  return { lines, waiting: createWaiting({ say: (line) => void lines.push(line), everyMs: 20 }) };
}

test('default: reports its progress until the work is done, and returns its result', async () => {
  const { lines, waiting } = openWaiting();
  const work = Promise.withResolvers<number>();
  const result = waiting.until('the database (/logs/a)', work.promise);
  while (lines.length < 2) await sleep(5);
  expect(lines[0]).toBe('Waiting for the database (/logs/a): 0 s so far');
  work.resolve(7);
  expect(await result).toBe(7);
  const count = lines.length;
  await sleep(60);
  expect(lines).toHaveLength(count);
});

test('behavior: names all unfinished steps in one line', async () => {
  const { lines, waiting } = openWaiting();
  const [database, chain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const both = Promise.all([
    waiting.until('the database', database.promise),
    waiting.until('the chain', chain.promise),
  ]);
  while (lines.length < 1) await sleep(5);
  expect(lines[0]).toBe('Waiting for the database, the chain: 0 s so far');
  database.resolve();
  await sleep(30);
  expect(lines.at(-1)).toBe('Waiting for the chain: 0 s so far');
  chain.resolve();
  await both;
  const count = lines.length;
  await sleep(60);
  expect(lines).toHaveLength(count);
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
