import type { NodeErrorRow } from './row.ts';

const CALL = { method: 'eth_call', params: [{ to: `0x${'2'.repeat(40)}`, data: '0x' }, 'latest'] } as const;
const ESTIMATE = { method: 'eth_estimateGas', params: [{ to: `0x${'2'.repeat(40)}`, data: '0x' }] } as const;
const RECEIPTS = { method: 'eth_getBlockReceipts', params: ['0x10'] } as const;
const SEND = { method: 'eth_sendRawTransaction', params: ['0x'] } as const;
/** `Error("no")`. */
const REASON = `0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`;

/** Reverted calls, unknown methods and accounts without enough coins. */
export const CALL_ERRORS: readonly NodeErrorRow[] = [
  { ...CALL, seen: 'geth', error: { code: 3, message: 'execution reverted: no', data: REASON }, kind: 'reverted' },
  { ...CALL, seen: 'geth: without a reason', error: { code: 3, message: 'execution reverted' }, kind: 'reverted' },
  {
    ...CALL,
    seen: 'geth before 1.9.15, avalanche',
    error: { code: -32_000, message: 'execution reverted' },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'nethermind, wevm/viem#4092',
    error: { code: -32_000, message: 'execution reverted', data: '0xf4f28e99' },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'nethermind and openethereum, cowprotocol/watch-tower#11',
    error: { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x7a933234' },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'nethermind, NethermindEth/nethermind#2098',
    error: { code: -32_015, message: 'VM execution error.', data: 'revert' },
    kind: 'reverted',
  },
  { ...CALL, seen: 'besu', error: { code: -32_000, message: 'Execution reverted', data: REASON }, kind: 'reverted' },
  {
    ...CALL,
    seen: 'rskj',
    error: { code: -32_015, message: 'VM Exception while processing transaction: transaction reverted' },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'hardhat',
    error: {
      code: -32_603,
      message: "Error: VM Exception while processing transaction: reverted with reason string 'no'",
      data: { message: 'reverted', txHash: '0x', data: REASON },
    },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'ganache: data is an object',
    error: {
      code: -32_000,
      message: 'VM Exception while processing transaction: revert no',
      data: { '0xabc': { error: 'revert', reason: 'no', return: REASON } },
    },
    kind: 'reverted',
  },
  { ...CALL, seen: 'klaytn', error: { code: -32_000, message: 'evm: execution reverted' }, kind: 'reverted' },
  {
    ...CALL,
    seen: 'moonbeam',
    error: { code: -32_603, message: 'VM Exception while processing transaction: revert no', data: REASON },
    kind: 'reverted',
  },
  {
    ...ESTIMATE,
    seen: 'zksync',
    error: { code: 3, message: 'execution reverted: no', data: REASON },
    kind: 'reverted',
  },
  {
    ...CALL,
    seen: 'a gateway: the code is a text',
    body: '{"jsonrpc":"2.0","id":ID,"error":{"code":"3","message":"execution reverted","data":"0x"}}',
    kind: 'reverted',
    code: 3,
  },
  {
    ...CALL,
    seen: 'geth: an opcode that the chain lacks',
    error: { code: -32_000, message: 'invalid opcode: opcode 0x5f not defined' },
    kind: 'reverted',
  },
  { ...CALL, seen: 'openethereum', error: { code: -32_015, message: 'Bad instruction fe' }, kind: 'reverted' },
  {
    ...CALL,
    seen: 'any: data is a number',
    error: { code: 3, message: 'execution reverted', data: 7 },
    kind: 'reverted',
  },
  {
    ...RECEIPTS,
    seen: 'geth before 1.13',
    error: { code: -32_601, message: 'the method eth_getBlockReceipts does not exist/is not available' },
    kind: 'unknown-method',
  },
  {
    ...RECEIPTS,
    seen: 'alchemy',
    status: 400,
    error: { code: -32_600, message: 'Unsupported method: eth_getBlockReceipts on this network' },
    kind: 'unknown-method',
  },
  {
    ...RECEIPTS,
    seen: 'nethermind',
    error: { code: -32_601, message: 'Method eth_getBlockReceipts is not supported' },
    kind: 'unknown-method',
  },
  {
    ...RECEIPTS,
    seen: 'a provider with a list',
    status: 403,
    error: { code: -32_000, message: 'rpc method is not whitelisted' },
    kind: 'unknown-method',
  },
  { ...RECEIPTS, seen: 'ankr', error: { code: -32_004, message: 'not supported' }, kind: 'unknown-method' },
  {
    ...SEND,
    seen: 'geth, bor, BSC, arbitrum',
    error: { code: -32_000, message: 'insufficient funds for gas * price + value: balance 0, tx cost 21000' },
    kind: 'insufficient-funds',
  },
  {
    ...SEND,
    seen: 'besu',
    error: { code: -32_004, message: 'Upfront cost exceeds account balance' },
    kind: 'insufficient-funds',
  },
  {
    ...SEND,
    seen: 'openethereum',
    error: {
      code: -32_010,
      message: 'Insufficient funds. The account you tried to send transaction from does not have enough funds.',
    },
    kind: 'insufficient-funds',
  },
  {
    ...SEND,
    seen: 'nethermind',
    error: { code: -32_010, message: 'InsufficientFunds, Account balance: 0, cumulative cost: 21000' },
    kind: 'insufficient-funds',
  },
  {
    ...SEND,
    seen: 'hardhat',
    error: { code: -32_000, message: "Sender doesn't have enough funds to send tx. The max upfront cost is: 2" },
    kind: 'insufficient-funds',
  },
  {
    ...SEND,
    seen: 'zksync',
    error: { code: 3, message: 'failed to validate the transaction. reason: insufficient balance for transfer' },
    kind: 'insufficient-funds',
  },
  { ...SEND, seen: 'any', error: { code: -32_000, message: 'nonce too low' }, kind: 'other' },
];
