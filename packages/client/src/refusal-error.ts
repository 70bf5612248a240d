import type { Answer } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';

/** A read that the server refused; its message is the server's text in the reader's language. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly error: string;
  readonly details: RefusalDetails;

  constructor(refusal: { readonly error: string; readonly msg: string; readonly details: RefusalDetails }) {
    super(refusal.msg);
    this.error = refusal.error;
    this.details = refusal.details;
  }
}

/** Returns the data of an answer; throws `RefusalError`. */
export function replyOf<Key extends EndpointKey>(answer: Answer<Key>): ReplyOf<Key> {
  if (!answer.ok) throw new RefusalError(answer);
  return answer.data;
}

const MOST_RETRIES = 2;

/** Returns whether a query is sent again after this many failures: never after a refusal, else twice. */
export function retryUnlessRefused(failures: number, error: Error): boolean {
  return !(error instanceof RefusalError) && failures < MOST_RETRIES;
}
