import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { parentOf, processorMsSince, processorTimes } from './processor-time.ts';

test('default: measures the processor time of a process and its child, and finds the child', async () => {
  const before = processorTimes(process.pid);
  const busy = 'let n = 0; for (let i = 0; i < 3e7; i += 1) n += i; process.send(n); process.on("message", () => {});';
  const child = fork('-e', [busy], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  const pid = child.pid ?? 0;
  expect(parentOf(pid)).toBe(process.pid);
  const [own] = [...processorTimes(pid).values()];
  expect(own).toBeGreaterThan(0);
  // The child's time is part of it, since it had none before.
  expect(processorMsSince(before, process.pid)).toBeGreaterThanOrEqual(own ?? 0);
  child.kill();
});

test('counter: of a process that is not running there is nothing', () => {
  expect(parentOf(2 ** 30)).toBeUndefined();
  expect([...processorTimes(2 ** 30).values()]).toEqual([0]);
});
