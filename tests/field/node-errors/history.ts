import type { NodeErrorRow } from './row.ts';

const HASH = `0x${'1'.repeat(64)}`;
const BLOCK_0 = { method: 'eth_getBlockByNumber', params: ['0x0', false] } as const;
const CALL = { method: 'eth_call', params: [{ to: `0x${'2'.repeat(40)}`, data: '0x' }, '0x10'] } as const;
const RECEIPT = { method: 'eth_getTransactionReceipt', params: [HASH] } as const;
const RECEIPTS = { method: 'eth_getBlockReceipts', params: ['0x10'] } as const;

/** Blocks, receipts and states that a node no longer has, or does not have yet. */
export const HISTORY_ERRORS: readonly NodeErrorRow[] = [
  {
    ...BLOCK_0,
    seen: 'op-reth, ethereum-optimism/optimism#21587',
    error: { code: 4_444, message: 'pruned history unavailable' },
    kind: 'pruned',
  },
  {
    ...BLOCK_0,
    seen: 'nethermind, NethermindEth/nethermind#9539',
    error: { code: 4_444, message: 'Pruned history unavailable' },
    kind: 'pruned',
  },
  {
    ...BLOCK_0,
    seen: 'reth, paradigmxyz/reth#26550: with the numbers',
    error: { code: 4_444, message: 'pruned history unavailable: requested 0, earliest available 25100000', data: null },
    kind: 'pruned',
  },
  {
    ...BLOCK_0,
    seen: 'reth, ethereum-optimism/optimism#21587',
    error: { code: -32_000, message: 'block expired: requested 0, earliest available 15537394' },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'geth and bor, 0xPolygon/bor#1303',
    error: {
      code: -32_000,
      message: `missing trie node ${'c'.repeat(64)} (path ) state ${HASH} is not available, not found`,
    },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'geth, celo-org/celo-blockchain#2160',
    error: { code: -32_000, message: 'required historical state unavailable (reexec=128)' },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'geth by path, primev/mev-commit#420',
    error: { code: -32_000, message: 'historical state not available in path scheme yet' },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'erigon and reth',
    error: { code: -32_000, message: 'distance to target block exceeds maximum proof window' },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'infura, status-im/status-go#2107',
    error: { code: -32_002, message: 'project ID does not have access to archive state' },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'openethereum, openethereum/parity-ethereum#8891',
    error: {
      code: -32_000,
      message:
        'This request is not supported because your node is running with state pruning. Run with --pruning=archive.',
    },
    kind: 'pruned',
  },
  {
    ...CALL,
    seen: 'nethermind',
    error: { code: -32_002, message: 'No state available for block 0x10' },
    kind: 'pruned',
  },
  { ...CALL, seen: 'geth', error: { code: -32_000, message: 'header not found' }, kind: 'not-found-yet' },
  {
    ...CALL,
    seen: 'besu and erigon, ethereum/execution-apis#879',
    error: { code: -39_001, message: 'Unknown block' },
    kind: 'not-found-yet',
  },
  {
    ...CALL,
    seen: 'reth, ethereum/execution-apis#879',
    error: { code: -32_001, message: 'block not found: 0x10' },
    kind: 'not-found-yet',
  },
  {
    ...CALL,
    seen: 'avalanche',
    error: { code: -32_000, message: 'cannot query unfinalized data' },
    kind: 'not-found-yet',
  },
  {
    ...CALL,
    seen: 'avalanche',
    error: { code: -32_000, message: 'requested 16 after last accepted block 15' },
    kind: 'not-found-yet',
  },
  {
    ...CALL,
    seen: 'klaytn, kaiachain/kaia#76',
    error: { code: -32_000, message: 'the header does not exist (block number: 16)' },
    kind: 'not-found-yet',
  },
  {
    ...RECEIPT,
    seen: 'geth, ethereum/go-ethereum#29956',
    error: { code: -32_000, message: 'transaction indexing is in progress' },
    kind: 'not-found-yet',
  },
  {
    ...RECEIPT,
    seen: 'geth, base/docs#1149: with data',
    error: {
      code: -32_000,
      message: 'transaction indexing is in progress',
      data: 'transaction indexing is in progress',
    },
    kind: 'not-found-yet',
  },
  {
    ...RECEIPTS,
    seen: 'quicknode before a node that is behind',
    error: { code: -32_001, message: 'resource not found' },
    kind: 'not-found-yet',
  },
];
