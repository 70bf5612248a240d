import type { ActionFields, OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { CONSOLE_OPERATORS, type OperatorPair, signInOperator } from '@city-mint/devnet/operators';
import { takeTogether } from '../../builders/take-together.ts';
import { CHAIN_ID, systemAddresses } from './system-addresses.ts';

/** Signs the two operators of the console in, through the API. Returns their calls. */
export async function signInOperators(): Promise<OperatorPair> {
  const { opsUrl, contracts } = systemAddresses();
  const place = { opsUrl, page: opsUrl, chainId: CHAIN_ID, vault: contracts.vault };
  const [first, second] = CONSOLE_OPERATORS;
  return [await signInOperator(first, place), await signInOperator(second, place)];
}

/** Has the operators take an action, both of them where it takes two; throws when it is refused. */
export async function performAction<Name extends OperatorActionName>(
  operators: OperatorPair,
  name: Name,
  fields: ActionFields<Name> & { readonly reason: string },
): Promise<void> {
  const answer = await takeTogether(operators, name, fields);
  if (!answer.ok) throw new Error(`${name}: ${answer.error}`);
}
