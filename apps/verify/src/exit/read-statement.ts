import { EXIT_STATEMENT_FORMAT, type ExitContracts } from '@city-mint/domain/proof/exit-statement';
import type { HashBytes } from '@city-mint/domain/proof/sum-tree';
import { fieldOf, textOf } from '../fields.ts';
import { bytesOf } from '../hex.ts';
import { readTreeLeaves, type TreeLeaves } from '../read-leaves.ts';

/** A tree of an exit statement, and the address of its token. */
export type StatedTree = TreeLeaves & { readonly token: string };

/** An exit statement whose leaves lead to the roots that it states. Addresses in lower case. */
export type ExitStatement = ExitContracts & {
  readonly account: string;
  /** The account's exit key, 32 bytes. */
  readonly key: Uint8Array;
  /** One of each currency, or none. */
  readonly trees: readonly StatedTree[];
};

const ADDRESS_BYTES = 20;
const KEY_BYTES = 32;

/** Returns the tokens of a statement's currencies, 0x hex; zeros for JU. */
export function tokensOf({ fmc }: Pick<ExitStatement, 'fmc'>) {
  return [
    { currency: 'JU', token: `0x${'0'.repeat(40)}` },
    { currency: 'FMC', token: fmc },
  ] as const;
}

/**
 * Returns an exit statement, whose roots it recomputes from the leaves. Throws like `readTreeLeaves`, and a TypeError
 * for another text.
 */
export function readExitStatement(text: string, hash: HashBytes): ExitStatement {
  const stated: unknown = JSON.parse(text);
  const format = fieldOf(stated, 'format');
  if (format !== EXIT_STATEMENT_FORMAT)
    throw new TypeError(`no exit statement: its format is ${String(format)} instead of ${EXIT_STATEMENT_FORMAT}`);
  const chainId = fieldOf(stated, 'chainId');
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId)) throw new TypeError('no chainId');
  const address = (name: string) => addressOf(stated, name);
  const [account, fmc] = [address('account'), address('fmc')];
  const proofs = fieldOf(stated, 'proofs');
  if (!Array.isArray(proofs)) throw new TypeError('no proofs in this statement');
  const key = bytesOf(fieldOf(stated, 'key'));
  if (key.length !== KEY_BYTES) throw new TypeError(`a key has ${KEY_BYTES} bytes`);
  const trees = proofs.map((proof: unknown) => {
    const tree = readTreeLeaves(proof, { account: bytesOf(account), hash });
    return { ...tree, token: tokensOf({ fmc }).find(({ currency }) => currency === tree.currency)?.token ?? fmc };
  });
  if (new Set(trees.map(({ currency }) => currency)).size !== trees.length) throw new TypeError('a currency twice');
  const [vault, exit, anchors] = [address('vault'), address('exit'), address('anchors')];
  return { chainId, vault, exit, anchors, fmc, account, key, trees };
}

function addressOf(stated: unknown, name: string): string {
  const text = textOf(stated, name).toLowerCase();
  if (bytesOf(text).length !== ADDRESS_BYTES) throw new TypeError(`${name} is no address: ${text}`);
  return text;
}
