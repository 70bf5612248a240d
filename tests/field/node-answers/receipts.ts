/** Fields of a receipt as they were seen, beside those of an ordinary one of a transaction with one log. */
export type ReceiptRow = {
  readonly seen: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of the ordinary fields that it lacks. */
  readonly without?: readonly string[];
  readonly status: 'success' | 'reverted';
  /** In base units; null where the node does not report it. */
  readonly fee: bigint | null;
};

/** The ordinary receipt uses 0x5208 gas at a price of 2. */
export const RECEIPTS: readonly ReceiptRow[] = [
  { seen: 'any node', fields: {}, status: 'success', fee: 42_000n },
  { seen: 'any node', fields: { status: '0x0', logs: [] }, status: 'reverted', fee: 42_000n },
  { seen: 'nodes that pad', fields: { status: '0x01' }, status: 'success', fee: 42_000n },
  { seen: 'nodes that pad', fields: { status: '0x00', logs: [] }, status: 'reverted', fee: 42_000n },
  { seen: 'nodes that send numbers', fields: { status: 1, gasUsed: 21_000 }, status: 'success', fee: 42_000n },
  { seen: 'openethereum/parity-ethereum#10870', fields: { status: null }, status: 'success', fee: 42_000n },
  { seen: 'openethereum/parity-ethereum#10870', fields: { status: null, logs: [] }, status: 'reverted', fee: 42_000n },
  { seen: 'chains before Byzantium', fields: { root: '0x12' }, without: ['status'], status: 'success', fee: 42_000n },
  { seen: 'chains before London', fields: {}, without: ['effectiveGasPrice'], status: 'success', fee: null },
  { seen: 'klaytn', fields: { effectiveGasPrice: null, gasPrice: '0x2' }, status: 'success', fee: null },
  { seen: 'optimism: fees of L1', fields: { l1Fee: '0x9', l1GasPrice: '0x1' }, status: 'success', fee: 42_000n },
  { seen: 'zksync: a batch', fields: { l1BatchNumber: '0x9', contractAddress: null }, status: 'success', fee: 42_000n },
];
