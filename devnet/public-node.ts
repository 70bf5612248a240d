import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A way to the local chain for other machines. */
export type PublicNode = { port: number; stop(): Promise<void> };

/**
 * Methods of page and wallets: reads, and sending signed transactions. All others are refused, because anvil also sets
 * balances and clocks, and sends unsigned transactions of any address.
 */
const ALLOWED = new Set([
  ...['net_version', 'net_listening', 'web3_clientVersion', 'web3_sha3'],
  ...['eth_chainId', 'eth_syncing', 'eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_createAccessList'],
  ...['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_blobBaseFee', 'eth_protocolVersion'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getStorageAt', 'eth_getProof', 'eth_getTransactionCount'],
  ...['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getBlockReceipts', 'eth_getLogs'],
  ...['eth_getBlockTransactionCountByNumber', 'eth_getBlockTransactionCountByHash'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_sendRawTransaction'],
]);

const MAX_BODY_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
const METHOD_NOT_FOUND = -32_601;
const INVALID_REQUEST = -32_600;
const NODE_AWAY = -32_603;

/** Any page may read a node; a wallet's browser asks it from the page's origin. */
const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
};

/**
 * Answers JSON-RPC on all addresses of this machine by forwarding allowed methods to the node at `nodeUrl`. A batch
 * with any other method is refused as a whole. Returns its port (any for 0), and a function to end it.
 */
export async function startPublicNode({ nodeUrl, port }: { nodeUrl: string; port: number }): Promise<PublicNode> {
  const server = createServer((request, response) => {
    answer(request, nodeUrl).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 502, refusal(null, NODE_AWAY, 'the node does not answer')),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '0.0.0.0', done);
  });
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    port: boundPort,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, nodeUrl: string): Promise<{ status: number; body: string }> {
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  if (request.method !== 'POST') return { status: 405, body: refusal(null, INVALID_REQUEST, 'only POST is answered') };
  const text = await readBody(request);
  if (text === null) return { status: 413, body: refusal(null, INVALID_REQUEST, 'the request is too long') };
  const parsed = parseOrUndefined(text);
  const refused = findRefused(parsed);
  if (refused !== null) return { status: 200, body: refused };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { 'content-type': 'application/json' };
  // Send the checked object, not the original text: the node could parse duplicate keys differently.
  const reply = await fetch(nodeUrl, { method: 'POST', headers, body: JSON.stringify(parsed), signal });
  return { status: reply.status, body: await reply.text() };
}

/** Returns null when every call in a request is allowed, else the reply that refuses it. */
function findRefused(parsed: unknown): string | null {
  const calls: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (calls.length === 0) return refusal(null, INVALID_REQUEST, 'the batch is empty');
  for (const call of calls) {
    if (typeof call !== 'object' || call === null || !('method' in call)) {
      return refusal(null, INVALID_REQUEST, 'the request is not JSON-RPC');
    }
    const { method } = call;
    if (typeof method !== 'string' || !ALLOWED.has(method)) {
      const id = 'id' in call ? call.id : null;
      return refusal(id, METHOD_NOT_FOUND, `${String(method)} is not open to other machines`);
    }
  }
  return null;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, HEADERS).end(body);
}
