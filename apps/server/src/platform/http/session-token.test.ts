import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../log/create-logger.ts';
import { SessionToken } from './session-token.ts';

const TEXT = 'Zm9yZ2VkLXRva2VuLW9mLWEtdGVzdC1pbi1jaXR5LW1p';

test('behavior: a token is in no log, error or JSON, however deep it is', () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  const token = new SessionToken(TEXT);
  const request = { participant: { userId: '1', session: token } };
  log.info({ request, session: token, list: [[token]] }, `failed for ${String(token)}`);
  log.error({ err: Object.assign(new Error(`no ${String(token)}`), { request }) }, 'failed');
  lines.push(JSON.stringify(request), inspect(request, { depth: 9, showHidden: true }));
  expect(lines.join('')).toContain('[secret]');
  expect(lines.join('')).not.toContain(TEXT);
});

test('default: the driver sends the bytes of the text', () => {
  expect(new SessionToken(TEXT).toPostgres().toString()).toBe(TEXT);
});
