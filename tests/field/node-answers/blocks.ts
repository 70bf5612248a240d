/** Fields of block 3 as they were seen, beside those of an ordinary one. */
export type BlockRow = {
  readonly seen: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly without?: readonly string[];
};

/** Each states block 3 with the ordinary hash and time. */
export const BLOCKS: readonly BlockRow[] = [
  { seen: 'any node', fields: {} },
  { seen: 'nodes that pad', fields: { number: '0x03', timestamp: '0x0000000065000000' } },
  { seen: 'nodes that send numbers', fields: { number: 3, timestamp: 0x6500_0000 } },
  { seen: 'chains before London', fields: {}, without: ['baseFeePerGas'] },
  { seen: 'chains of authorities', fields: { nonce: null, mixHash: null, sealFields: ['0x1'] } },
  { seen: 'klaytn', fields: { blockscore: '0x1' }, without: ['difficulty', 'nonce', 'sha3Uncles'] },
  { seen: 'avalanche', fields: { blockExtraData: '0x', blockGasCost: '0x0' } },
  { seen: 'hashes in upper case', fields: { hash: `0x${'AB'.repeat(32)}` } },
];
