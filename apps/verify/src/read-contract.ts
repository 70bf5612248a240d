import { toHex } from '@city-mint/domain/proof/to-hex';
import { callContract, httpNode, wordAt } from './ask-nodes.ts';
import { keccak, utf8 } from './hashes.ts';

/** The contract Anchors and the nodes that are asked for it; all of them have to answer the same. */
export type AnchorsContract = { readonly anchors: string; readonly nodes: readonly string[] };

/** A root of liabilities in the contract; base units. */
export type AnchoredLiabilities = { readonly root: string; readonly total: bigint; readonly block: bigint };

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
      const answer = await call(contract, data, LIABILITIES_WORDS);
      return { root: answer.slice(0, 2 + WORD), total: wordAt(answer, 1), block: wordAt(answer, 2) };
    }),
  );
}

function call({ anchors, nodes }: AnchorsContract, data: string, words: number): Promise<string> {
  return callContract(nodes.map(httpNode), { to: anchors, data, words, block: 'latest' });
}
