import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Abi, decodeEventLog, encodeAbiParameters, type Hex, pad, toEventSelector, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { createLogDecoder } from './decode-log.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A log of each event of an ABI, with the largest values of their types. */
const logsOf = (abi: Abi) =>
  abi.flatMap((item) => {
    if (item.type !== 'event') return [];
    const sampleOf = (type: string) => {
      if (type === 'address') return ADDRESS;
      if (type === 'bool') return true;
      if (type === 'bytes' || type === 'string') return type === 'string' ? 'text' : '0xabcd';
      if (type.startsWith('bytes')) return pad('0xab', { size: Number(type.slice(5)) });
      const value = 2n ** BigInt(type.slice(4) || 256) - 1n;
      return Number(type.slice(4)) <= 48 ? Number(value) : value;
    };
    const word = (type: string) => encodeAbiParameters([{ type }], [sampleOf(type)]);
    const isIndexed = (input: object) => Reflect.get(input, 'indexed') === true;
    const plain = item.inputs.filter((input) => !isIndexed(input) && input.type !== 'tuple');
    if (item.inputs.some(({ type }) => type === 'tuple')) return [];
    const topics = [toEventSelector(item), ...item.inputs.filter(isIndexed).map(({ type }) => word(type))];
    const data = encodeAbiParameters(
      plain,
      plain.map(({ type }) => sampleOf(type)),
    );
    return [{ name: item.name, topics: topics as [Hex, ...Hex[]], data }];
  });

describe.each([
  ['the vault', vaultAbi as Abi],
  ['the pool', uniswapPairAbi as Abi],
])('logs of %s', (_name, abi) => {
  const decode = createLogDecoder(abi);
  const logs = logsOf(abi);

  test('default: decodes each as viem does', () => {
    expect(logs.length).toBeGreaterThan(3);
    for (const { topics, data } of logs)
      expect(decode({ topics, data })).toEqual(decodeEventLog({ abi, topics, data }));
  });

  test('behavior: throws like viem for a log with truncated topics or data', () => {
    for (const { name, topics, data } of logs) {
      const shorter = [
        ...(topics.length > 1 ? [{ topics: topics.slice(0, -1), data }] : []),
        ...(data.length > 2 ? [{ topics, data: data.slice(0, -64) as Hex }] : []),
      ];
      for (const log of shorter) expect(() => decode(log), name).toThrow();
    }
  });

  test('behavior: returns undefined for an unknown event', () => {
    expect(decode({ topics: [toHex(7, { size: 32 })], data: '0x' })).toBeUndefined();
    expect(decode({ topics: [], data: '0x' })).toBeUndefined();
  });
});
