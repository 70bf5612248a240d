import { getAddress, type Hex } from 'viem';
import { type ConfirmedAction, confirmedUntil } from '../confirmation-message.ts';
import { TEXT_VALID_MS } from '../open-texts.ts';
import { type SignatureChain, type SignatureVerdict, verifySignature } from '../verify-signature.ts';

/** A row's claim about an action that a user's wallet confirmed. */
export type StoredConfirmation = {
  readonly confirmed: ConfirmedAction;
  /** The account that must have signed; EIP-55. */
  readonly address: string;
  /** The text's nonce, where the row is named after it. */
  readonly nonce?: string;
  readonly message: string;
  readonly signature: Hex;
  /** When the row was written, by the database's clock. */
  readonly askedAt: Date;
};

/**
 * Verifies again a confirmation that the api stored, for a process that relies on it: the text confirms exactly this
 * action, was valid when the row was written, and the account's wallet signed it. Returns the verdict: 'invalid' or
 * 'expired' for a row that a thief of the api's login made up.
 */
export async function verifyConfirmation(
  { chain, chainId }: { readonly chain: SignatureChain; readonly chainId: number },
  { message, signature, askedAt, ...stored }: StoredConfirmation,
): Promise<SignatureVerdict | 'expired'> {
  const until = confirmedUntil(message, { ...stored, chainId });
  if (until === null) return 'invalid';
  const leftMs = until.getTime() - askedAt.getTime();
  if (leftMs <= 0) return 'expired';
  if (leftMs > TEXT_VALID_MS) return 'invalid';
  return verifySignature(chain, { address: getAddress(stored.address), message, signature });
}
