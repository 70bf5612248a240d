import { NetworkError } from '@city-mint/api-contract/client';
import { CODES, type RefusalDetails } from '@city-mint/api-contract/envelope';
import type { ActionOutcome, SentRequest } from './action-outcome.ts';

/** What the server answered, or that no answer came. */
export type SendResult =
  | { readonly state: 'done'; readonly outcome: ActionOutcome }
  | { readonly state: 'refused'; readonly error: string; readonly msg: string; readonly details: RefusalDetails }
  /** Received, and refused: nothing of it is in the log. Why was in the answer that was lost. */
  | { readonly state: 'not-applied' }
  /** No answer: it may have taken effect. The same request can be sent again. */
  | { readonly state: 'unknown' };

/** The answer of any action: all have the same reply. */
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
  /** Returns what the log says of a request, by its id; null where it is not in the log. */
  readonly findInLog: (sent: SentRequest) => Promise<ActionOutcome | null>;
  /** Resolves before the next try, which has this number, from 1. */
  readonly wait: (attempt: number) => Promise<void>;
};

/** How often a request is sent whose answer does not come. */
const MOST_ATTEMPTS = 3;

/**
 * Sends a signed request until it is answered, always the same one, and returns what became of it. After an answer was
 * lost, a refusal of the repetition says nothing of the first: the log does.
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
      // The log could not be read: the request is not forgotten.
      if (logged === undefined) return { state: 'unknown' };
      if (logged !== null) return { state: 'done', outcome: logged };
      return answer.error === 'signature-used' ? { state: 'not-applied' } : refusedBy(answer);
    }
    isRepeated = true;
    if (attempt < MOST_ATTEMPTS) await wait(attempt);
  }
  return { state: 'unknown' };
}

/** A process that is busy has passed the request on, perhaps: a worker may perform it still. */
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

/** Why a wallet did not sign. */
export type WalletProblem = 'refused' | 'missing' | 'other-account' | 'failed';

/** Returns why a wallet did not sign, by what it threw. EIP-1193 has 4001 for a user who refused. */
export function walletProblemOf(error: unknown): WalletProblem {
  for (let each = error; each !== undefined && each !== null; each = Object(each).cause) {
    const { name, code } = Object(each);
    if (name === 'WalletMissingError') return 'missing';
    if (name === 'OtherAccountError') return 'other-account';
    if (code === 4001) return 'refused';
  }
  return 'failed';
}
