import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { parentOf, processorMsSince, processorTimes } from './processor-time.ts';

test('default: measures the processor time of a process and its child, and finds the child', async () => {
  // Not of this process: the time of a thread that ends is gone, and the test runner's threads come and go.
  const busy = 'let n = 0; for (let i = 0; i < 3e7; i += 1) n += i; process.send(n); process.on("message", () => {});';
  const parent = startNode(`process.on('message', () => {
    const child = require('node:child_process').fork('-e', [${JSON.stringify(busy)}], { execArgv: [] });
    child.once('message', () => process.send(child.pid));
  });
  process.send('here');`);
  onTestFinished(() => void parent.kill());
  await once(parent, 'message');
  const pid = parent.pid ?? 0;
  const before = processorTimes(pid);
  parent.send('begin');
  const [child] = await once(parent, 'message');
  expect(parentOf(child)).toBe(pid);
  const [own] = [...processorTimes(child).values()];
  expect(own).toBeGreaterThan(0);
  // The child's time is part of it, since it had none before.
  expect(processorMsSince(before, pid)).toBeGreaterThanOrEqual(own ?? 0);
});

function startNode(source: string) {
  return fork('-e', [source], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

test('counter: of a process that is not running there is nothing', () => {
  expect(parentOf(2 ** 30)).toBeUndefined();
  expect([...processorTimes(2 ** 30).values()]).toEqual([0]);
});
