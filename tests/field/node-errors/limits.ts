import type { NodeErrorRow, RowOfCall } from './row.ts';

/** Answers to any call: the caller has to wait. */
const ROWS: readonly RowOfCall[] = [
  {
    seen: 'infura, status-im/status-go#4807',
    status: 429,
    error: {
      code: -32_005,
      message: 'exceeded project rate limit',
      data: { rate: { allowed_rps: 5, backoff_seconds: 30, current_rps: 5.2 }, see: 'https://infura.io/dashboard' },
    },
    kind: 'rate-limited',
  },
  {
    seen: 'infura, gochain/web3#180',
    status: 429,
    error: { code: -32_005, message: 'daily request count exceeded, request rate limited' },
    kind: 'rate-limited',
  },
  {
    seen: 'alchemy, conduitxyz/node#36',
    status: 429,
    error: { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
    kind: 'rate-limited',
  },
  {
    seen: 'alchemy, latticexyz/mud#1522: with HTTP 200',
    error: { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
    kind: 'rate-limited',
  },
  {
    seen: 'alchemy, a16z/zkdocs#9',
    error: { code: -32_000, message: 'Monthly capacity limit exceeded. Visit the dashboard to upgrade your policy' },
    kind: 'rate-limited',
  },
  {
    seen: 'quicknode, noted in viem’s shouldRetry',
    error: { code: -32_007, message: '50/second request limit reached - reduce calls per second or upgrade' },
    kind: 'rate-limited',
  },
  {
    seen: 'ankr',
    error: { code: -32_090, message: 'Too many requests, reason: call rate limit exhausted, retry in 10s' },
    kind: 'rate-limited',
  },
  { seen: 'base, base/node#368', error: { code: -32_016, message: 'over rate limit' }, kind: 'rate-limited' },
  {
    seen: 'base through geth, base/node#368: one error in the text of another',
    error: {
      code: -32_000,
      message:
        '429 Too Many Requests: {"jsonrpc":"2.0","error":{"code":-32016,"message":"over rate limit"},"id":2239375}',
    },
    kind: 'rate-limited',
  },
  {
    seen: 'TheRPC, reown-com/blockchain-api#1102',
    error: { code: -32_029, message: 'limit' },
    kind: 'rate-limited',
  },
  {
    seen: 'chainstack, mysteriumnetwork/payments#129',
    status: 429,
    body: '<html>\n<head><title>429 Too Many Requests</title></head>\n<body></body></html>',
    kind: 'rate-limited',
  },
  {
    seen: 'maticvigil, mysteriumnetwork/payments#129',
    status: 429,
    body: '{"error":{"details":"Rate limit exceeded: 40 per 1 second. Check response body for more details"}}',
    kind: 'rate-limited',
  },
  { seen: 'cloudflare', status: 429, headers: { 'retry-after': '30' }, body: 'error code: 1015', kind: 'rate-limited' },
  { seen: 'kong', status: 429, body: '{"message":"API rate limit exceeded"}', kind: 'rate-limited' },
  {
    seen: 'a gateway: the code is a text',
    body: '{"jsonrpc":"2.0","id":ID,"error":{"code":"-32005","message":"rate limit exceeded"}}',
    kind: 'rate-limited',
    code: -32_005,
  },
  {
    seen: 'a gateway: the error is a text',
    body: '{"jsonrpc":"2.0","id":ID,"error":"too many requests"}',
    kind: 'rate-limited',
  },
  {
    seen: 'a gateway: the error has no envelope',
    status: 429,
    body: '{"code":-32005,"message":"request rate exceeded"}',
    kind: 'rate-limited',
    code: -32_005,
  },
  {
    seen: 'a gateway, compressed',
    status: 429,
    isGzip: true,
    error: { code: -32_005, message: 'rate limit exceeded', data: null },
    kind: 'rate-limited',
  },
  {
    seen: 'drpc, enviodev/hyperindex#715: HTTP 402',
    status: 402,
    body: '{"message":"Payment Required"}',
    kind: 'rate-limited',
  },
];

export const LIMIT_ERRORS: readonly NodeErrorRow[] = ROWS.map((row) => ({
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
  ...row,
}));
