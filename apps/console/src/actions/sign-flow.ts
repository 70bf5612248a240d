import { NetworkError } from '@city-mint/api-contract/client';
import { CODES, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { readWalletError } from '@city-mint/client/read-wallet-error.ts';
import type { ActionOutcome, SentRequest } from './action-outcome.ts';

/** The server's answer, or that none arrived. */
export type SendResult =
  | { readonly state: 'done'; readonly outcome: ActionOutcome }
  | { readonly state: 'refused'; readonly error: string; readonly msg: string; readonly details: RefusalDetails }
  /** The server received and refused it: the log does not contain it. The reason was in the lost answer. */
  | { readonly state: 'not-applied' }
  /** No answer: the request may have been applied. It can be sent again. */
  | { readonly state: 'unknown' };

/** Answer of any action: all have the same reply. */
export type ActionAnswer =
  | { readonly ok: true; readonly data: ActionOutcome }
  | {
      readonly ok: false;
      readonly code: number;
      readonly error: string;
      readonly msg: string;
      readonly details: RefusalDetails;
    };

type SendDeps<Request> = {
  readonly send: (request: Request) => Promise<ActionAnswer>;
  /** Returns the log's outcome of a request, by its id; null if the log does not contain it. */
  readonly findInLog: (sent: SentRequest) => Promise<ActionOutcome | null>;
  /** Resolves before the next attempt; `attempt` counts from 1. */
  readonly wait: (attempt: number) => Promise<void>;
};

/** Maximum number of attempts without an answer. */
const MOST_ATTEMPTS = 3;

/**
 * Sends the same signed request until it is answered, and returns the outcome. After a lost answer, a refusal of the
 * retry says nothing about the first attempt, so the log decides.
 */
export async function sendSigned<Request extends SentRequest>(
  request: Request,
  { send, findInLog, wait }: SendDeps<Request>,
  wasSent = false,
): Promise<SendResult> {
  let isRepeated = wasSent;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const answer = await answered(() => send(request));
    if (answer?.ok === true) return { state: 'done', outcome: answer.data };
    if (answer !== null && !isNoAnswer(answer)) {
      if (!isRepeated) return refusedBy(answer);
      const logged = await findInLog(request).catch(() => undefined);
      // The log is unavailable: keep the request.
      if (logged === undefined) return { state: 'unknown' };
      if (logged !== null) return { state: 'done', outcome: logged };
      return answer.error === 'signature-used' ? { state: 'not-applied' } : refusedBy(answer);
    }
    isRepeated = true;
    if (attempt < MOST_ATTEMPTS) await wait(attempt);
  }
  return { state: 'unknown' };
}

/** A busy process may have passed the request on to a worker, which may still perform it. */
function isNoAnswer(answer: ActionAnswer): boolean {
  return !answer.ok && (answer.code === CODES.maintenance || answer.code === CODES.internal);
}

function refusedBy(answer: ActionAnswer & { readonly ok: false }): SendResult {
  const { error, msg, details } = answer;
  return { state: 'refused', error, msg, details };
}

async function answered<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}

/** Reasons for a missing signature. */
export type WalletProblem = 'refused' | 'missing' | 'other-account' | 'failed';

/** Returns why a wallet did not sign, from the error it threw. */
export function walletProblemOf(error: unknown): WalletProblem {
  for (let each = error; each !== undefined && each !== null; each = Object(each).cause) {
    const { name } = Object(each);
    if (name === 'WalletMissingError') return 'missing';
    if (name === 'OtherAccountError') return 'other-account';
  }
  return readWalletError(error) === 'rejected' ? 'refused' : 'failed';
}
