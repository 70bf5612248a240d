import { expect, test } from 'vitest';
import { createLogger } from '../log/create-logger.ts';
import { createFailureLog } from './failure-log.ts';

/** Returns a job's log with a moveable clock, and its lines. */
function logOfJob() {
  let nowMs = 0;
  const lines: { msg: string; failures: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLogger({ name: 'test', level: 'info', destination: { write } });
  const failureLog = createFailureLog({ log, job: 'index', now: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...failureLog, lines, pass };
}

test('default: logs the same failure once, then every five minutes with their number', () => {
  const { failed, lines, pass } = logOfJob();
  for (let second = 0; second < 301; second += 1) {
    failed(new Error(`no node answered\nblock ${second}`));
    pass(1_000);
  }
  expect(lines.map(({ failures }) => failures)).toEqual([1, 301]);
});

test('behavior: logs another failure, and the end of several', () => {
  const { failed, succeeded, lines } = logOfJob();
  failed(new Error('a'));
  failed(new Error('b'));
  failed(new Error('b'));
  succeeded();
  succeeded();
  failed(new Error('b'));
  succeeded();
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['a job failed and will be tried again', 1],
    ['a job failed and will be tried again', 2],
    ['a job succeeds again', 3],
    ['a job failed and will be tried again', 1],
  ]);
});
