import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { CallLogger } from './call-logger.ts';

function loggerAt(level: string) {
  const lines: Record<string, unknown>[] = [];
  const parent = pino({ level }, { write: (line) => void lines.push(JSON.parse(line)) });
  let made = 0;
  const call = new CallLogger(parent, () => {
    made += 1;
    return parent.child({ callId: 'call-1' });
  });
  return { call, lines, made: () => made };
}

describe('CallLogger', () => {
  test('default: every line has the bindings, from one child', () => {
    const { call, lines, made } = loggerAt('trace');
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) call[level]({ level }, 'done');
    expect(lines.map(({ callId, msg }) => [callId, msg])).toEqual(Array(6).fill(['call-1', 'done']));
    expect(made()).toBe(1);
  });

  test('behavior: a disabled level writes nothing and makes no child', () => {
    const { call, lines, made } = loggerAt('warn');
    call.info('done');
    call.debug({ route: '/x' }, 'call');
    call.silent();
    expect([lines, made(), call.level]).toEqual([[], 0, 'warn']);
    call.warn('slow');
    expect(lines).toMatchObject([{ callId: 'call-1', msg: 'slow' }]);
  });

  test('behavior: a child also has the bindings of its parent', () => {
    const { call, lines } = loggerAt('info');
    call.child({ route: '/x' }).info('done');
    expect(lines).toMatchObject([{ callId: 'call-1', route: '/x' }]);
  });
});
