import { keccak, toHex, utf8 } from './hashes.ts';

/** The contract Anchors and the nodes that are asked for it; all of them have to answer the same. */
export type AnchorsContract = { readonly anchors: string; readonly nodes: readonly string[] };

/** A root of liabilities in the contract; base units. */
export type AnchoredLiabilities = { readonly root: string; readonly total: bigint; readonly block: bigint };

/** Thrown when nodes cannot be asked, or contradict each other. */
export class ContractUnread extends Error {
  override readonly name = 'ContractUnread';
}

const TIMEOUT_MS = 30_000;
const WORD = 64;
/** Trees are proven from the newest that are anchored. */
const NEWEST_EPOCHS = 8n;

const selectorOf = (signature: string) => toHex(keccak(utf8(signature))).slice(0, 10);

/** Returns the root that the contract has for a subject (0x hex), or null if it has none. */
export async function readRoot(contract: AnchorsContract, subject: string): Promise<string | null> {
  const root = await call(contract, selectorOf('rootOf(bytes32)') + subject.slice(2), 1);
  return BigInt(root) === 0n ? null : root;
}

/** Root, total, block, time, deposits and withdrawals. */
const LIABILITIES_WORDS = 6;

/** Returns the newest roots of the liabilities in a token (0x hex; zeros for JU), newest first. */
export async function readLiabilities(contract: AnchorsContract, token: string): Promise<AnchoredLiabilities[]> {
  const owner = token.slice(2).toLowerCase().padStart(WORD, '0');
  const last = BigInt(await call(contract, selectorOf('epochOf(address)') + owner, 1));
  const epochs = Array.from(
    { length: Number(last < NEWEST_EPOCHS ? last : NEWEST_EPOCHS) },
    (_, n) => last - BigInt(n),
  );
  return Promise.all(
    epochs.map(async (epoch) => {
      const data = selectorOf('liabilitiesAt(address,uint64)') + owner + epoch.toString(16).padStart(WORD, '0');
      const words = (await call(contract, data, LIABILITIES_WORDS)).slice(2);
      const wordAt = (index: number) => `0x${words.slice(index * WORD, (index + 1) * WORD)}`;
      return { root: wordAt(0), total: BigInt(wordAt(1)), block: BigInt(wordAt(2)) };
    }),
  );
}

/** Calls the contract at every node; returns their common answer in lower case. */
async function call({ anchors, nodes }: AnchorsContract, data: string, words: number): Promise<string> {
  const answers = await Promise.all(nodes.map((node) => ask(node, { to: anchors, data })));
  const [first] = answers;
  if (first === undefined) throw new ContractUnread('no node was named');
  if (answers.some((answer) => answer !== first)) throw new ContractUnread('the nodes contradict each other');
  if (!new RegExp(`^0x[0-9a-f]{${words * WORD}}$`).test(first))
    throw new ContractUnread(`${anchors} answers as no contract Anchors does`);
  return first;
}

async function ask(node: string, transaction: { to: string; data: string }): Promise<string> {
  try {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [transaction, 'latest'] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result }: { result?: unknown } = Object(await response.json());
    if (typeof result !== 'string') throw new TypeError('no result');
    return result.toLowerCase();
  } catch (error) {
    throw new ContractUnread(`${node}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
