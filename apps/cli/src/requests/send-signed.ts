import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, NetworkError } from '@city-mint/api-contract/client';
import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { CODES } from '@city-mint/api-contract/envelope';
import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { isUndecided, refusedError } from '../output/refused-error.ts';
import { findOutcome, type LogEntry, LogRefused } from './find-outcome.ts';

/** An endpoint that requires an operator's signature. */
export type SignedEndpoint = OperatorActionKey | 'POST /api/ops/proposals/confirm' | 'POST /api/ops/proposals/reject';

/** A signed request; retries send it unchanged. */
export type SignedRequest = {
  readonly key: SignedEndpoint;
  readonly request: RequestOf<SignedEndpoint>;
};

/** Outcome of an action, and whether an answer was lost on the way. */
export type SentAction = { readonly outcome: ReplyOf<OperatorActionKey>; readonly isSentAgain: boolean };

type Sending = {
  readonly call: Client['call'];
  /** Client of the public log; null if its URL is not set. */
  readonly log: Client | null;
  readonly texts: CommandLineTexts;
};

/** Pauses before each attempt, in milliseconds. A signature is valid for ten minutes. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** The log's answer may be cached for a second. */
const LOG_MS = 1_000;

/**
 * Sends the same signed request until it is answered; its id is performed at most once. If an answer was lost and a
 * later one refuses, the public log decides the outcome. Returns the outcome; throws a `CommandError` for a refusal,
 * and without any answer.
 */
export async function sendSigned(sending: Sending, signed: SignedRequest): Promise<SentAction> {
  const { call, texts } = sending;
  let isAnswerLost = false;
  for (const pauseMs of PAUSES_MS) {
    await sleep(pauseMs);
    const answer = await answerOrNull(call, signed);
    if (answer?.ok) return { outcome: answer.data, isSentAgain: isAnswerLost };
    if (answer === null || isUndecided(answer)) {
      // A rate-limited call was not processed.
      isAnswerLost ||= answer === null || answer.code !== CODES.tooMany;
      continue;
    }
    if (!isAnswerLost) throw refusedError(answer);
    const found = await findLost(sending, signed);
    if (found !== null) return found;
    throw answer.error === 'signature-used'
      ? new CommandError(EXIT.refused, { error: 'refused-unanswered', message: texts.refusedUnanswered })
      : refusedError(answer);
  }
  const found = await findLost(sending, signed);
  if (found !== null) return found;
  throw unknownOutcome(texts, signed);
}

async function answerOrNull(
  call: Client['call'],
  { key, request }: SignedRequest,
): Promise<Answer<SignedEndpoint> | null> {
  try {
    return await call(key, request);
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}

async function findLost({ log, texts }: Sending, signed: SignedRequest): Promise<SentAction | null> {
  if (log === null) throw unknownOutcome(texts, signed);
  await sleep(LOG_MS);
  try {
    const entry = await findOutcome(log, signed.request.requestId);
    return entry === null ? null : { outcome: outcomeOf(entry), isSentAgain: true };
  } catch (error) {
    if (error instanceof NetworkError || error instanceof LogRefused) throw unknownOutcome(texts, signed);
    throw error;
  }
}

function outcomeOf({ action, logId, proposalId }: LogEntry): SentAction['outcome'] {
  const isProposed = action.startsWith('propose ');
  return {
    state: isProposed ? 'proposed' : 'done',
    logId,
    proposalId: isProposed ? proposalId : null,
    // The log does not contain the expiry of a proposal.
    expiresAt: null,
  };
}

function unknownOutcome(texts: CommandLineTexts, { request: { requestId } }: SignedRequest): CommandError {
  const message = texts.unknownOutcome(requestId);
  return new CommandError(EXIT.unanswered, { error: 'outcome-unknown', message, details: { requestId } });
}
