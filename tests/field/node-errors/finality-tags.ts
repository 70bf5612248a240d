import type { NodeErrorRow, RowOfCall } from './row.ts';

/** Answers to eth_getBlockByNumber with `finalized`, while the same call with `latest` is answered. */
const ROWS: readonly RowOfCall[] = [
  {
    seen: 'geth before its first finalised block, ethereum/execution-apis#879',
    error: { code: -32_000, message: 'finalized block not found' },
    kind: 'unknown-tag',
  },
  {
    seen: 'geth on a network without the merge, web3/web3.js#6017',
    error: { code: -32_000, message: "'finalized' tag not supported on pre-merge network" },
    kind: 'unknown-tag',
  },
  {
    seen: 'besu and erigon, ethereum/execution-apis#879',
    error: { code: -39_001, message: 'Unknown block' },
    kind: 'unknown-tag',
  },
  {
    seen: 'bsc-erigon, node-real/bsc-erigon#376',
    body: '{"jsonrpc":"2.0","id":ID,"error":{"code":-39001,"message":"Unknown block"}}',
    kind: 'unknown-tag',
    code: -39_001,
  },
  {
    seen: 'rskj, rsksmart/rskj#3309, as its report asks for',
    error: { code: -32_602, message: 'unsupported block tag: finalized' },
    kind: 'unknown-tag',
  },
  {
    seen: 'a node in Java that reads the tag as a number, after rsksmart/rskj#3309',
    error: { code: -32_603, message: 'For input string: "finalized": NumberFormatException' },
    kind: 'unknown-tag',
  },
  {
    seen: 'geth before 1.10.19, quorum and others derived from it, okx/exchain#796',
    error: { code: -32_602, message: 'invalid argument 0: hex string without 0x prefix' },
    kind: 'unknown-tag',
  },
  {
    seen: 'openethereum and velas, emeraldpay/dshackle#20; without data, velas/velas-chain#160',
    error: { code: -32_602, message: 'Invalid params: Invalid block number: invalid digit found in string.' },
    kind: 'unknown-tag',
  },
  {
    seen: 'sputnikvm, ETCDEVTeam/sputnikvm-dev#12',
    body: '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":ID}',
    kind: 'unknown-tag',
    code: -32_600,
  },
  {
    seen: 'hardhat before 2.12',
    error: {
      code: -32_602,
      message: 'Errors encountered in param 0: Invalid value "finalized" supplied to : QUANTITY | "latest"',
      data: { message: 'Invalid value "finalized"' },
    },
    kind: 'unknown-tag',
  },
  {
    seen: 'ganache 2, ConsenSys-archive/ganache#3115',
    error: {
      code: -32_000,
      message: 'Cannot convert string to buffer. toBuffer only supports 0x-prefixed hex strings',
      data: { stack: 'Error: Cannot convert string to buffer', name: 'Error' },
    },
    kind: 'unknown-tag',
  },
  {
    seen: 'klaytn, kaiachain/kaia#76: the tag was read as a number',
    error: { code: -32_000, message: 'the header does not exist (block number: 30506450030916658)' },
    kind: 'unknown-tag',
  },
  {
    seen: 'reth and op-reth: pruned history, base/base#3792',
    error: { code: 4_444, message: 'pruned history unavailable' },
    kind: 'unknown-tag',
  },
  {
    seen: 'infura: an HTTP 400 with an error of JSON-RPC',
    status: 400,
    error: { code: -32_602, message: 'invalid argument 0: hex string without 0x prefix' },
    kind: 'unknown-tag',
  },
  { seen: 'a gateway that checks parameters: HTTP 400 without a body', status: 400, body: '', kind: 'unknown-tag' },
  {
    seen: 'a gateway that checks parameters: HTTP 400 with a page',
    status: 400,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>400 Bad Request</title></head><body>nginx</body></html>',
    kind: 'unknown-tag',
  },
  {
    seen: 'a gateway that checks parameters: HTTP 422',
    status: 422,
    body: '{"detail":[{"loc":["body","params",0],"msg":"unexpected value"}]}',
    kind: 'unknown-tag',
  },
  {
    seen: 'tron, tronprotocol/java-tron#5953: the same method with another error',
    error: { code: -32_602, message: 'TAG [earliest | finalized] not supported', data: {} },
    kind: 'unknown-tag',
  },
  {
    seen: 'a provider that names the method instead',
    error: { code: -32_601, message: 'the method eth_getBlockByNumber does not exist/is not available' },
    kind: 'unknown-tag',
  },
  {
    seen: 'VaultaFoundation/evm-contract#542: any parameter that it cannot read',
    status: 500,
    body: 'Internal Server Error',
    kind: 'unavailable',
  },
  {
    seen: 'AcalaNetwork/bodhi.js#636',
    error: { code: 6_969, message: 'Error: Cannot read properties of null', _isJSONRPCError: true },
    kind: 'other',
  },
  { seen: 'any client: it says nothing', error: { code: -32_603, message: 'Internal error' }, kind: 'other' },
  {
    seen: 'drpc, enviodev/hyperindex#715',
    error: { code: 30, message: 'Request timeout on the free tier, please upgrade your tier to the paid one' },
    kind: 'rate-limited',
  },
  { seen: 'any provider: it answers this method by 429', status: 429, body: '', kind: 'rate-limited' },
];

export const FINALITY_TAG_ERRORS: readonly NodeErrorRow[] = ROWS.map((row) => ({
  method: 'eth_getBlockByNumber',
  params: ['finalized', false],
  ...row,
}));
