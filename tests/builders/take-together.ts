import type { Answer } from '@city-mint/api-contract/client';
import type {
  ActionFields,
  ActionKeyOf,
  OperatorActionName,
  OperatorClient,
} from '@city-mint/api-contract/operator-client/operator-client';

/**
 * Has the first operator take an action, and the second confirm it where it takes two. Returns the answer of the action
 * if it is refused or takes one operator, else that of its confirmation.
 */
export async function takeTogether<Name extends OperatorActionName>(
  [first, second]: readonly [OperatorClient, OperatorClient],
  name: Name,
  fields: ActionFields<Name> & { readonly reason: string },
): Promise<Answer<ActionKeyOf<Name>> | Answer<'POST /api/ops/proposals/confirm'>> {
  const answer = await first.act(name, fields);
  const proposed: Answer<'POST /api/ops/pause'> | Answer<ActionKeyOf<Name>> = answer;
  if (!proposed.ok || proposed.data.proposalId === null) return answer;
  return second.confirm(proposed.data.proposalId, fields.reason);
}
