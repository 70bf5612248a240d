/** Fields of a log as they were seen, beside those of an ordinary one. */
export type LogRow = {
  readonly seen: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly without?: readonly string[];
};

/** Each states the ordinary log. */
export const LOGS: readonly LogRow[] = [
  { seen: 'any node', fields: {} },
  { seen: 'nodes that omit it', fields: {}, without: ['removed'] },
  { seen: 'nodes with the time of the block, such as reth', fields: { blockTimestamp: '0x5' } },
  { seen: 'openethereum', fields: { type: 'mined', transactionLogIndex: '0x0' } },
  { seen: 'consensus-shipyard/ipc#725', fields: { logType: null } },
  { seen: 'nodes that pad', fields: { logIndex: '0x00', transactionIndex: '0x00', blockNumber: '0x03' } },
  { seen: 'nodes that send numbers', fields: { logIndex: 0, blockNumber: 3 } },
  { seen: 'rskj: checksums', fields: { address: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD' } },
];

/** Answers to eth_getLogs for a range without logs. */
export const NO_LOGS: readonly { readonly seen: string; readonly result: unknown }[] = [
  { seen: 'any node', result: [] },
  { seen: 'smartbch/smartbch#67 and onflow/flow-evm-gateway#695', result: null },
];
