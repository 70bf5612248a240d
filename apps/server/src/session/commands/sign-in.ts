import type { Hex } from 'viem';
import { createBatcher, QueueFull } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import type { AwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import { signInPlaces } from '../check-sign-in-origin.ts';
import {
  type CollectedSignIn,
  collectSignIns,
  type OpenedSession,
  type SignInAnswer,
  type SignInRefusal,
  type SignInRequest,
  submitSignIns,
} from '../store/sign-in-requests.ts';
import { hashToken, newToken } from '../token.ts';
import { MOST_OF_BATCH, MOST_WAITING, type SignInSettings } from './compose-sign-in.ts';

/** A verifier answers within milliseconds. When none answers any sign-in for this long, none is running. */
const UNANSWERED_MS = 10_000;
/** Less than the minute in which verifiers take a request, and than a client waits. */
const LONGEST_WAIT_MS = 40_000;

export type LoginOrder = { readonly nonce: string; readonly signature: Hex };

/** A token and its session, or the refusal. */
export type LoggedIn = ({ readonly token: string } & OpenedSession) | { readonly refusal: SignInRefusal };

/** Called with the outcome of each login: `unanswered` when no verifier decided it. */
export type ObserveSignIn = (outcome: 'opened' | 'unanswered' | SignInRefusal) => void;

export type LoginDeps = {
  readonly db: Database;
  readonly signIn: SignInSettings;
  /** Wakes for each decision of a verifier, by the hash of the token in hex; observes the outcome of each login. */
  readonly verifiers: Pick<AwaitedAnswers, 'waitFor'> & { readonly observe: ObserveSignIn };
};

/**
 * Returns the login of participants, which exchanges the signature of a sign-in text for a session. This process opens
 * none: it stores the request, and waits until a verifier has opened the session or refused it. Returns the token, or
 * the refusal. One of several callers succeeds; an invalid signature uses the nonce up, an unavailable chain or a
 * missing verifier does not. Concurrent logins share their statements.
 */
export function createLogin({ db, signIn, verifiers }: LoginDeps): (order: LoginOrder) => Promise<LoggedIn> {
  const { chainId, signInDomains } = signIn;
  const places = signInPlaces(signInDomains);
  const submit = createBatcher({
    partitionOf: () => 'requests',
    keyOf: ({ tokenHash }: SignInRequest) => tokenHash.toString('hex'),
    maximum: MOST_OF_BATCH,
    mostWaiting: MOST_WAITING,
    work: async (requests) => {
      const refusals = await submitSignIns(db, requests, { places, chainId });
      return refusals.map((refusal) => ({ refusal }));
    },
  });
  const collect = createBatcher({
    partitionOf: () => 'answers',
    keyOf: ({ tokenHash }: CollectedSignIn) => tokenHash.toString('hex'),
    maximum: MOST_OF_BATCH,
    work: async (collected) => (await collectSignIns(db, collected)).map((answer) => ({ answer })),
  });
  let answered = 0;
  let waiting = 0;

  async function readAnswer(asked: CollectedSignIn): Promise<SignInAnswer | null> {
    const { answer } = await collect(asked);
    if (answer !== null) answered += 1;
    return answer;
  }

  /** Waits while verifiers answer sign-ins: this one is behind others. Without an answer it withdraws the request. */
  async function awaitAnswer(tokenHash: Buffer): Promise<SignInAnswer | null> {
    const id = tokenHash.toString('hex');
    // The answer stays until it is read: a failed reading, as of a busy database, is repeated.
    const read = () => readAnswer({ tokenHash, ends: false }).catch(() => null);
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += UNANSWERED_MS) {
      const answeredBefore = answered;
      const answer = await verifiers.waitFor({ id, timeoutMs: UNANSWERED_MS, read });
      if (answer !== null) return answer;
      if (answered === answeredBefore) break;
    }
    return readAnswer({ tokenHash, ends: true });
  }

  return async ({ nonce, signature }) => {
    if (waiting >= MOST_WAITING) throw new QueueFull(`more than ${MOST_WAITING} sign-ins wait`);
    waiting += 1;
    try {
      const token = newToken();
      const tokenHash = hashToken(token);
      const { refusal } = await submit({ nonce, tokenHash, signature });
      const answer = refusal === null ? await awaitAnswer(tokenHash) : { refusal };
      verifiers.observe(answer === null ? 'unanswered' : 'refusal' in answer ? answer.refusal : 'opened');
      if (answer === null) return { refusal: 'try-again' };
      return 'refusal' in answer ? answer : { token, ...answer };
    } finally {
      waiting -= 1;
    }
  };
}
