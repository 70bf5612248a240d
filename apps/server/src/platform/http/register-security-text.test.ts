import { DAY_MS } from '@city-mint/domain/time/durations';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerSecurityText } from './register-security-text.ts';

const PATH = '/.well-known/security.txt';

/** Returns a server with these settings; tests read no other ones. */
function serverOf(settings: Parameters<typeof registerSecurityText>[1]) {
  const app = Fastify();
  registerSecurityText(app, settings);
  return app;
}

const contact = { securityContact: 'mailto:security@mint.example', hosts: ['mint.example', 'www.mint.example'] };

test('default: serves contact, validity and its own addresses as RFC 9116 describes', async () => {
  const now = Date.now();
  const { statusCode, headers, body } = await serverOf({ ...contact, secure: true }).inject(PATH);
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: 'text/plain; charset=utf-8',
  });
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': '));
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Canonical', 'Canonical']);
  expect(body).toContain('Contact: mailto:security@mint.example\n');
  expect(body).toContain('Canonical: https://www.mint.example/.well-known/security.txt\n');
  const days = (Date.parse(fields[1]?.[1] ?? '') - now) / DAY_MS;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test('behavior: names no address of its own where the page has no https', async () => {
  expect((await serverOf({ ...contact, secure: false }).inject(PATH)).body).not.toContain('Canonical');
});

test('behavior: HEAD is answered like GET', async () => {
  const { statusCode, body } = await serverOf({ ...contact, secure: true }).inject({ method: 'HEAD', url: PATH });
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' });
});

test('behavior: is not found without a contact', async () => {
  const app = serverOf({ ...contact, securityContact: undefined, secure: true });
  expect((await app.inject(PATH)).statusCode).toBe(404);
});
