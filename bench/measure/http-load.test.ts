import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isCompleteResponse, runLoad } from './http-load.ts';

describe('isCompleteResponse', () => {
  const response = 'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"code":200}';

  test('default: true with the last byte, false for each shorter part', () => {
    expect(isCompleteResponse(Buffer.from(response))).toBe(true);
    const parts = Array.from(response, (_character, length) => response.slice(0, length));
    expect(parts.filter((part) => isCompleteResponse(Buffer.from(part)))).toEqual([]);
  });

  test('behavior: throws for a head without content-length, even if the body names one', () => {
    expect(() => isCompleteResponse(Buffer.from('HTTP/1.1 200 OK\r\n\r\ncontent-length: 3'))).toThrow(
      'without content-length',
    );
  });
});

describe('runLoad', () => {
  async function serve(reply: string) {
    const requests: { token: string | undefined; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        requests.push({ token: request.headers.authorization, body });
        response.setHeader('content-length', reply.length).end(reply);
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void server.close());
    return { requests, port: (server.address() as AddressInfo).port };
  }
  const order = { path: '/x', tokens: ['a', 'b', 'c'], body: '{"id":"REQUEST_ID"}', connections: 2, seconds: 0.2 };

  test('default: every caller uses all tokens, and each request has its own id', async () => {
    const { requests, port } = await serve('{"code":200}');
    const figure = await runLoad({ ...order, port, expected: '"code":200' });
    expect(requests.length).toBeGreaterThan(6);
    expect(figure.perSecond).toBeGreaterThan(0);
    expect(figure.p99Ms).toBeGreaterThanOrEqual(figure.p50Ms);
    expect(new Set(requests.map(({ token }) => token))).toEqual(new Set(['a', 'b', 'c']));
    expect(new Set(requests.map(({ body }) => body)).size).toBe(requests.length);
    const id = /^\{"id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"\}$/;
    expect(requests.filter(({ body }) => !id.test(body))).toEqual([]);
    expect(figure.callerCpuUs).toBeGreaterThan(0);
  });
});
