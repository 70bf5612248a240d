import type { Answer } from '@city-mint/api-contract/client';
import type { EndpointKey, ReplyOf } from '@city-mint/api-contract/endpoints';

/** Returns the data of an answer; throws when it is a refusal. */
export function dataOf<Key extends EndpointKey>(answer: Answer<Key>): ReplyOf<Key> {
  if (!answer.ok) throw new Error(`refused: ${answer.error} ${JSON.stringify(answer.details)}`);
  return answer.data;
}
