import type { Logger } from 'pino';
import { getAddress, isHex } from 'viem';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { createSlots } from '#platform/slots.ts';
import { signInPlaces } from '../check-sign-in-origin.ts';
import { signInMessage } from '../sign-in-message.ts';
import { decideSignIns, type LeasedSignIn, type SignInDecision, takeSignIns } from '../store/sign-in-requests.ts';
import { type SignatureChain, verifySignature } from '../verify-signature.ts';
import { MOST_OF_BATCH, type SignInSettings } from './compose-sign-in.ts';

/** Maximum number of requests that a verifier has leased and not decided; the others stay for other verifiers. */
const MOST_LEASED = 400;
/** A request that was not decided is taken again while its caller waits. */
const LEASE_MS = 3_000;

export type VerifierDeps = {
  readonly db: Database;
  readonly chain: SignatureChain;
  readonly signIn: SignInSettings;
  readonly log: Logger;
  /** Resolves when the next signature may be verified; by default one per iteration of the event loop. */
  readonly slot?: () => Promise<void>;
};

export type SignInVerifier = {
  /** Takes all due requests, until `signal` is aborted; returns when none is due, though some may be undecided. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Returns when every request that it has taken is decided. */
  readonly idle: () => Promise<void>;
};

/**
 * Returns the verifier of requested sign-ins. It composes each text again from its nonce, for the places of its
 * settings, verifies the signature, and has the session opened or refused. Decisions share their statements; a contract
 * wallet, which waits for the chain, delays no other.
 */
export function createSignInVerifier(deps: VerifierDeps): SignInVerifier {
  const { db, signIn, log, slot = createSlots({ mostWaiting: MOST_LEASED }) } = deps;
  const places = signInPlaces(signIn.signInDomains);
  const decide = createBatcher({
    partitionOf: () => 'decisions',
    keyOf: ({ nonce }: SignInDecision & { readonly nonce: string }) => nonce,
    maximum: MOST_OF_BATCH,
    work: async (decisions) => {
      await decideSignIns(db, decisions);
      return decisions.map(() => true);
    },
  });
  const leased = new Map<string, Promise<void>>();

  async function verifyOne(taken: LeasedSignIn): Promise<void> {
    await slot();
    const { nonce, token_hash: tokenHash } = taken;
    await decide({ nonce, tokenHash, address: getAddress(taken.address), refusal: await refusalOf(deps, taken) });
  }

  return {
    async run(signal) {
      while (!signal.aborted) {
        while (leased.size >= MOST_LEASED) await Promise.race(leased.values());
        const limit = Math.min(MOST_OF_BATCH, MOST_LEASED - leased.size);
        const due = await takeSignIns(db, { places, chainId: signIn.chainId, limit, leaseMs: LEASE_MS });
        if (due.length === 0) return;
        for (const taken of due) {
          const id = taken.token_hash.toString('hex');
          // Still with the chain.
          if (leased.has(id)) continue;
          const work = verifyOne(taken)
            // Its lease expires, and a verifier takes it again.
            .catch((error: unknown) => log.warn({ err: error }, 'a sign-in was not decided'))
            .finally(() => leased.delete(id));
          leased.set(id, work);
        }
      }
    },
    async idle() {
      await Promise.all(leased.values());
    },
  };
}

/** Returns why the wallet of a taken request gets no session; null if it signed the text. */
async function refusalOf(
  { chain, signIn: { chainId }, log }: VerifierDeps,
  { nonce, signature, domain, uri, issued_at: issuedAt, expires_at: expiresAt, ...taken }: LeasedSignIn,
): Promise<SignInDecision['refusal']> {
  if (domain === null || uri === null) {
    log.warn('a sign-in names a page that is not in the SIGN_IN_DOMAINS of this process, or another chain');
    return 'nonce-used-or-unknown';
  }
  const address = getAddress(taken.address);
  const message = signInMessage({ scope: 'participant', address, chainId, domain, uri, nonce, issuedAt, expiresAt });
  const verdict = await verifySignature(chain, { address, message, signature: isHex(signature) ? signature : '0x' });
  if (verdict === 'chain-unavailable') return 'try-again';
  return verdict === 'invalid' ? 'signature-invalid' : null;
}
