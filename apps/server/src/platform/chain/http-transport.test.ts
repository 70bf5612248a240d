import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startCollector } from '@city-mint/tests/setup/start-collector';
import {
  createPublicClient,
  HttpRequestError,
  MethodNotFoundRpcError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
} from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTracing, stopTracing } from '../tracing/start-tracing.ts';
import { httpTransport } from './http-transport.ts';

const MAX_BYTES = 10_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns a client of a node with these answers. */
async function clientOf(answer: RequestListener, { timeoutMs = 20_000, credentials = '' } = {}) {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${credentials}127.0.0.1:${port}/a/path?key=1`;
  return createPublicClient({ cacheTime: 0, transport: httpTransport(url, { timeoutMs, maxBytes: MAX_BYTES }) });
}

/** Answers every call with this status and text. */
const says = (status: number, text: string): RequestListener => {
  return (_request, response) => response.writeHead(status, JSON_TYPE).end(text);
};

const resultOf = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

async function errorOf(answer: RequestListener, options: { timeoutMs?: number } = {}): Promise<unknown> {
  const client = await clientOf(answer, options);
  return client.request({ method: 'eth_chainId' }).then(
    (result) => expect.fail(`it answered ${result}`),
    (error: unknown) => error,
  );
}

describe('calls', () => {
  test('default: a call is a POST of JSON to the whole URL with its credentials, and returns the result', async () => {
    const seen: unknown[] = [];
    const client = await clientOf(
      (request, response) => {
        let body = '';
        request.on('data', (text: Buffer) => {
          body += text.toString();
        });
        request.on('end', () => {
          const { authorization } = request.headers;
          seen.push([request.method, request.url, authorization, JSON.parse(body)]);
          response.writeHead(200, JSON_TYPE).end(resultOf({ hash: 'é' }));
        });
      },
      { credentials: 'me:secret@' },
    );
    const call = { method: 'eth_getBlockByNumber' as const, params: ['0x1', false] as ['0x1', false] };
    expect(await client.request(call)).toEqual({ hash: 'é' });
    const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    expect(seen).toEqual([['POST', '/a/path?key=1', authorization, { jsonrpc: '2.0', id: 1, ...call }]]);
  });

  test('behavior: reads a compressed answer, up to the limit after decompression', async () => {
    const compressed = (text: string): RequestListener => {
      return (request, response) => {
        expect(request.headers['accept-encoding']).toBe('gzip');
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(text));
      };
    };
    const client = await clientOf(compressed(resultOf('0x1')));
    expect(await client.request({ method: 'eth_chainId' })).toBe('0x1');
    const bomb = resultOf('0'.repeat(MAX_BYTES));
    expect(gzipSync(bomb).length).toBeLessThan(MAX_BYTES);
    expect(await errorOf(compressed(bomb))).toMatchObject({ name: 'HttpRequestError' });
  });
});

describe('errors, equal to those of viem’s transport', () => {
  test.each([200, 400])('behavior: an error of JSON-RPC with status %i keeps its code', async (status) => {
    const ofCode = (code: number) =>
      says(status, JSON.stringify({ id: 1, error: { code, message: 'no', data: '0x' } }));
    expect(await errorOf(ofCode(-32_601))).toBeInstanceOf(MethodNotFoundRpcError);
    const reverted = await errorOf(ofCode(3));
    expect(reverted).toBeInstanceOf(RpcRequestError);
    expect(reverted).toMatchObject({ code: 3, data: '0x', details: 'no' });
  });

  test.each<[string, RequestListener]>([
    ['a status of an error', says(503, resultOf('0x1'))],
    ['a redirect', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    ['no JSON', says(200, '<html>')],
    ['nothing', says(200, '')],
    ['null', says(200, 'null')],
    ['a text', says(200, '"0x1"')],
    ['an error without a code', says(200, '{"error":"limited"}')],
    [
      'an unknown encoding',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(resultOf('0x1')),
    ],
    ['a closed connection', (request) => request.socket.destroy()],
    [
      'a connection closed in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"result":');
        setTimeout(() => request.socket.destroy(), 20);
      },
    ],
  ])('behavior: %s is an error', async (_name, answer) => {
    expect(await errorOf(answer)).toBeInstanceOf(HttpRequestError);
  });

  test('behavior: a node that sends nothing, or stops sending, is an error after the timeout', async () => {
    expect(await errorOf(() => {}, { timeoutMs: 50 })).toBeInstanceOf(TimeoutError);
    const half: RequestListener = (_request, response) => response.writeHead(200, JSON_TYPE).write('{"result":');
    expect(await errorOf(half, { timeoutMs: 500 })).toBeInstanceOf(TimeoutError);
  });

  test('attack: stops reading an answer above the limit', async () => {
    const size = 1_000 * MAX_BYTES;
    const error = await errorOf(says(200, resultOf('0'.repeat(size))));
    expect(error).toBeInstanceOf(ResponseBodyTooLargeError);
    expect(Object(error).size).toBeLessThan(size);
  });
});

test('behavior: a trace shows method and host of a call, never its body, answer, path or credentials', async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  await startTracing({ service: 'test', endpoint: collector.url, share: 1, onSent: () => undefined });
  const answers = [resultOf('0x5ec2e7'), JSON.stringify({ id: 1, error: { code: 3, message: '0x5ec2e7' } })];
  const answer: RequestListener = (_request, response) => response.writeHead(200, JSON_TYPE).end(answers.shift());
  const client = await clientOf(answer, { credentials: 'me:5ec2e7@' });
  const ask = () => client.request({ method: 'eth_getCode', params: [`0x${'5ec2e7'.padEnd(40, '0')}`, 'latest'] });
  expect(await ask()).toBe('0x5ec2e7');
  await expect(ask()).rejects.toThrow('5ec2e7');
  await stopTracing();
  const [done, failed] = collector.spans();
  const shown = { 'rpc.method': 'eth_getCode', 'server.address': expect.stringMatching(/^127\.0\.0\.1:\d+$/) };
  expect(done).toMatchObject({ name: 'chain call', attributes: shown });
  expect(failed?.attributes).toEqual({ ...shown, 'error.type': 'RpcRequestError' });
  for (const secret of ['5ec2e7', 'path', 'key=1', 'me:']) expect(collector.text()).not.toContain(secret);
});
