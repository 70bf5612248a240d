import type { DecodeEventLogReturnType } from 'viem';
import { type Abi, type Address, decodeEventLog, getAddress, type Hex, toEventSelector } from 'viem';

type LogTexts = { readonly topics: readonly Hex[]; readonly data: Hex };
type Input = { readonly name: string; readonly type: string; readonly indexed: boolean };
type Event = { readonly name: string; readonly inputs: readonly Input[]; readonly isPlain: boolean };

/** Types of one word each. Smaller integers are excluded, because below 2^48 viem returns no bigint. */
const PLAIN = /^(address|bytes32|uint(5[6-9]|[6-9]\d|1\d\d|2[0-4]\d|25[0-6]))$/;
/** Bytes per word of the ABI's encoding. */
export const WORD_BYTES = 32;
/** Addresses repeat, and each checksum costs a hash. */
const MOST_REMEMBERED = 50_000;
const checksummed = new Map<string, Address>();

/**
 * Returns a function that decodes logs by the events of an ABI, like viem's `decodeEventLog`, which hashes the names of
 * all events for each log. It returns undefined for a log of no such event, and throws for a truncated one.
 */
export function createLogDecoder<const abi extends Abi>(
  abi: abi,
): (log: LogTexts) => DecodeEventLogReturnType<abi> | undefined {
  const events = new Map<Hex, Event>();
  for (const item of abi) {
    if (item.type !== 'event') continue;
    const inputs = item.inputs.map(({ name = '', type, indexed = false }) => ({ name, type, indexed }));
    const isPlain = inputs.length > 0 && inputs.every(({ name, type }) => name !== '' && PLAIN.test(type));
    events.set(toEventSelector(item), { name: item.name, inputs, isPlain });
  }
  return ({ topics, data }) => {
    const [selector, ...rest] = topics;
    const event = selector === undefined ? undefined : events.get(selector);
    if (selector === undefined || event === undefined) return undefined;
    const decoded = event.isPlain
      ? { eventName: event.name, args: decodePlain(event, rest, data) }
      : decodeEventLog({ abi: abi as Abi, topics: [selector, ...rest], data });
    return decoded as DecodeEventLogReturnType<abi>;
  };
}

function decodePlain({ name, inputs }: Event, topics: readonly Hex[], data: Hex): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  let [topic, byte] = [0, 0];
  for (const input of inputs) {
    args[input.name] = decodeWord(input.indexed ? wordAt(topics[topic] ?? '0x', 0) : wordAt(data, byte), input.type);
    if (input.indexed) topic += 1;
    else byte += WORD_BYTES;
  }
  if (topic !== topics.length) throw new Error(`a log of ${name} has ${topics.length} topics instead of ${topic}`);
  return args;
}

/** Returns the word of ABI-encoded data that begins at this byte; throws where the data end before it does. */
export function wordAt(data: Hex, byte: number): Hex {
  const end = 2 + 2 * (byte + WORD_BYTES);
  if (end > data.length) throw new Error(`the data is truncated at byte ${byte}`);
  return `0x${data.slice(end - 2 * WORD_BYTES, end)}`;
}

/** Returns the value of a word (32 bytes) by its type, which must be one of the types of one word each. */
export function decodeWord(word: Hex, type: string): bigint | Hex {
  if (type === 'address') return checksumAddress(`0x${word.slice(26)}`);
  return type === 'bytes32' ? word : BigInt(word);
}

/** Returns an address in its EIP-55 form. */
export function checksumAddress(address: string): Address {
  const known = checksummed.get(address);
  if (known !== undefined) return known;
  if (checksummed.size >= MOST_REMEMBERED) checksummed.clear();
  const found = getAddress(address);
  checksummed.set(address, found);
  return found;
}
