import type { NodeErrorRow, RowOfCall } from './row.ts';

/** Answers to eth_getLogs; those about size are narrowed. */
const ROWS: readonly RowOfCall[] = [
  {
    seen: 'infura, graphprotocol/graph-node#776',
    error: { code: -32_005, message: 'query returned more than 1000 results' },
    kind: 'range-too-large',
  },
  {
    seen: 'infura, with data',
    error: {
      code: -32_005,
      message: 'query returned more than 10000 results. Try with this block range [0x1C0, 0x1C5].',
      data: { from: '0x1C0', limit: 10_000, to: '0x1C5' },
    },
    kind: 'range-too-large',
  },
  {
    seen: 'infura, INFURA/infura#237',
    error: { code: -32_602, message: 'range 1000000 exceeds limit of 10000' },
    kind: 'range-too-large',
  },
  {
    seen: 'alchemy, bancorprotocol/webapp#523',
    error: {
      code: -32_602,
      message: 'Log response size exceeded. You can make requests with up to a 2K block range: [0x1, 0x2] should work',
    },
    kind: 'range-too-large',
  },
  {
    seen: 'alchemy: an expensive query',
    error: { code: -32_000, message: 'Query timeout exceeded. Consider reducing your block range.' },
    kind: 'range-too-large',
  },
  {
    seen: 'quicknode, OffchainLabs/arbitrum-sdk#609',
    status: 413,
    error: { code: -32_614, message: 'eth_getLogs is limited to a 10,000 range' },
    kind: 'range-too-large',
  },
  {
    seen: '1rpc, rotki/rotki#8875',
    error: { code: -32_000, message: 'eth_getLogs is limited to a 1000 blocks range' },
    kind: 'range-too-large',
  },
  {
    seen: 'tenderly, bobanetwork/boba_legacy#827: the reason is in data',
    error: {
      code: -32_602,
      message: 'invalid params',
      data: { error_id: '4ed94073', payload: 'range 9009594 is bigger than range limit 2000' },
    },
    kind: 'range-too-large',
  },
  { seen: 'ankr', error: { code: -32_600, message: 'block range is too wide' }, kind: 'range-too-large' },
  {
    seen: 'polygon’s cdk-erigon, 0xPolygon/cdk-erigon#1706',
    error: { code: -32_005, message: 'block range too large, max range: 1000' },
    kind: 'range-too-large',
  },
  {
    seen: 'BSC’s public nodes; velas, velas/velas-chain#160',
    error: { code: -32_005, message: 'limit exceeded' },
    kind: 'range-too-large',
  },
  {
    seen: 'avalanche',
    error: { code: -32_000, message: 'requested too many blocks from 0 to 9999, maximum is set to 2048' },
    kind: 'range-too-large',
  },
  {
    seen: 'morph, enviodev/hyperindex#605',
    error: {
      code: -32_000,
      message: 'block range is larger than max block range, block range = 5120, max block range = 5000',
    },
    kind: 'range-too-large',
  },
  {
    seen: 'reth and llamarpc, paradigmxyz/reth#23810',
    error: { code: -32_602, message: 'query exceeds max results 20000, retry with the range 25766988-25775072' },
    kind: 'range-too-large',
  },
  {
    seen: 'reth',
    error: { code: -32_602, message: 'query exceeds max block range 100000' },
    kind: 'range-too-large',
  },
  {
    seen: 'drpc’s free tier',
    error: { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' },
    kind: 'range-too-large',
  },
  {
    seen: 'optimism’s proxyd',
    error: { code: -32_020, message: 'backend response too large' },
    kind: 'range-too-large',
  },
  {
    seen: 'arbitrum',
    error: { code: -32_000, message: 'logs matched by query exceeds limit of 10000' },
    kind: 'range-too-large',
  },
  {
    seen: 'coinbase',
    error: { code: -32_602, message: 'please limit the query to at most 1,000 blocks' },
    kind: 'range-too-large',
  },
  {
    seen: 'publicnode',
    error: { code: -32_701, message: 'exceed maximum block range: 50000' },
    kind: 'range-too-large',
  },
  {
    seen: 'harmony',
    error: { code: -32_000, message: 'query must be smaller than size 1024' },
    kind: 'range-too-large',
  },
  {
    seen: 'thirdweb',
    status: 400,
    error: { code: -32_600, message: 'Maximum allowed number of requested blocks is 1000' },
    kind: 'range-too-large',
  },
  {
    seen: 'chainstack',
    status: 403,
    error: { code: -32_002, message: 'Block range limit exceeded. See more details' },
    kind: 'range-too-large',
  },
  {
    seen: 'nginx before a node',
    status: 413,
    body: '<html>413 Request Entity Too Large</html>',
    kind: 'range-too-large',
  },
  {
    seen: 'alchemy, gitcoinco/grants-stack-indexer#156: it was narrowed for this',
    error: { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
    kind: 'rate-limited',
  },
  {
    seen: 'quicknode, latticexyz/mud#1522',
    error: { code: -32_012, message: 'credits limited to 6000/sec' },
    kind: 'rate-limited',
  },
  {
    seen: 'tenderly, fluencelabs/dev-rewards#20: the id is a text',
    status: 429,
    body: '{"id":"ID","jsonrpc":"2.0","error":{"code":-32005,"message":"rate limit exceeded"}}',
    kind: 'rate-limited',
    code: -32_005,
  },
  {
    seen: 'nethermind, NethermindEth/nethermind#12089',
    error: { code: -32_000, message: 'Receipt not available for From block 14319330.' },
    kind: 'pruned',
  },
  {
    seen: 'erigon, erigontech/erigon#13198',
    error: { code: -32_000, message: 'seek with txNum=1962853355 but data before txNum=2662500000 is not available' },
    kind: 'pruned',
  },
  {
    seen: 'geth whose head is behind, tronprotocol/java-tron#5953',
    error: { code: -32_000, message: 'invalid block range params' },
    kind: 'not-found-yet',
  },
  {
    seen: 'geth whose head is behind',
    error: { code: -32_602, message: 'block range extends beyond current head block' },
    kind: 'not-found-yet',
  },
  {
    seen: 'base’s proxyd',
    status: 503,
    error: { code: -32_011, message: 'no backend is currently healthy to serve traffic' },
    kind: 'unavailable',
  },
  { seen: 'a load balancer without a node', status: 502, body: '<html>502 Bad Gateway</html>', kind: 'unavailable' },
];

export const LOG_RANGE_ERRORS: readonly NodeErrorRow[] = ROWS.map((row) => ({
  method: 'eth_getLogs',
  params: [{ address: [], fromBlock: '0x1', toBlock: '0x40' }],
  ...row,
}));
