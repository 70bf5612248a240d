import { type Answer, createClient } from '@city-mint/api-contract/client';
import {
  type ActionFields,
  type ActionKeyOf,
  createOperatorClient,
  type OperatorActionName,
  type OperatorClient,
} from '@city-mint/api-contract/operator-client/operator-client';
import type { OperatorSigner } from '@city-mint/api-contract/operator-client/sign-request';
import { planRequest } from '@city-mint/api-contract/rounds/plan-request';
import { formatSimulation } from '@city-mint/api-contract/rounds/published-plan';
import { privateKeyToAccount } from 'viem/accounts';
import { DEV_CITIES, devPlan, devSimulation } from './cities.ts';
import { DEV_ROLES, type DevAccount, devAccount } from './dev-accounts.ts';

/** The two operators of the local system who publish its plans by themselves. */
export const DEV_OPERATORS: readonly [DevAccount, DevAccount] = [
  devAccount(DEV_ROLES.firstOperator),
  devAccount(DEV_ROLES.secondOperator),
];

/** Two more, for people who try the console: the log shows their actions separately. */
export const CONSOLE_OPERATORS: readonly [DevAccount, DevAccount] = [
  devAccount(DEV_ROLES.firstConsoleOperator),
  devAccount(DEV_ROLES.secondConsoleOperator),
];

/** The addresses of all of them, as the configuration of the server and the build of the page list them. */
export const OPERATOR_ADDRESSES: readonly string[] = [...DEV_OPERATORS, ...CONSOLE_OPERATORS].map(
  ({ address }) => address,
);

/** The first proposes, the second confirms. */
export type OperatorPair = readonly [OperatorClient, OperatorClient];

/** First funding of the reserve in JU: small enough that some losses of failed rounds are not covered. */
const RESERVE_FUNDING = '500';

type Place = Pick<OperatorSigner, 'chainId' | 'vault'> & { readonly opsUrl: string; readonly page: string };

/** Signs in as an operator; `page` is an origin that sign-in allows. Returns their calls. Throws when it is refused. */
export async function signInOperator(
  dev: DevAccount,
  { opsUrl, page, chainId, vault }: Place,
): Promise<OperatorClient> {
  const account = privateKeyToAccount(dev.privateKey);
  let token: string | null = null;
  const client = createClient({ baseUrl: opsUrl, fetch: globalThis.fetch, token: () => token, lang: () => 'en' });
  const { host, origin } = new URL(page);
  const place = { eth_address: account.address, domain: host, uri: origin };
  const text = await client.call('POST /api/ops/signMessage', place);
  if (!text.ok) throw new Error(`signMessage: ${text.error}`);
  const sign_hex = await account.signMessage({ message: text.data.message });
  const session = await client.call('POST /api/ops/login', { sign_hex, nonce: text.data.nonce });
  if (!session.ok) throw new Error(`login: ${session.error}`);
  token = session.data.token;
  return createOperatorClient({ client, account, chainId, vault });
}

/** Adds the cities. If there were none, later withdrawals to another address need no two-day delay. */
export async function openCities(operators: OperatorPair): Promise<void> {
  const [first] = operators;
  const reason = 'first start of the local system';
  for (const { name, names, latitude, longitude } of DEV_CITIES) {
    const added = await first.act('cities/add', { name, ...names, latitude, longitude, reason });
    if (!added.ok && added.error !== 'city-exists') throw new Error(`cities/add: ${added.error}`);
    if (added.ok && name === DEV_CITIES[0]?.name) await confirmed(operators, 'limits/hold', { hours: 0, reason });
  }
}

/** Publishes the next phase of every city whose last one has ended. Returns the names of those cities. */
export async function publishMissingPhases(operators: OperatorPair, now: number): Promise<string[]> {
  const plans = await operators[0].call('POST /api/ops/plans', { limit: 100 });
  if (!plans.ok) throw new Error(`plans: ${plans.error}`);
  const published: string[] = [];
  for (const city of DEV_CITIES) {
    const last = plans.data.items.find((plan) => plan.city === city.name);
    if (last?.state === 'running') continue;
    const plan = devPlan(city, { phase: (last?.phase ?? 0) + 1, now });
    const simulated = formatSimulation(devSimulation(city));
    await confirmed(operators, 'plans/publish', { ...planRequest(plan), ...simulated, reason: 'the next phase' });
    published.push(city.name);
  }
  return published;
}

/** Funds the reserve from the treasury as soon as the treasury is credited. Returns true once the reserve is funded. */
export async function fundReserveOnce(operators: OperatorPair): Promise<boolean> {
  const [first] = operators;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const changes = await first.call('POST /api/ops/reserve/changes', { cursor, limit: 100 });
    if (!changes.ok) throw new Error(`reserve/changes: ${changes.error}`);
    if (changes.data.items.some(({ kind }) => kind === 'funding')) return true;
    cursor = changes.data.nextCursor;
  }
  const controls = await first.call('POST /api/ops/controls', {});
  if (!controls.ok || Number(controls.data.reserve.treasury) < Number(RESERVE_FUNDING)) return false;
  await confirmed(operators, 'reserve/fund', { amount: RESERVE_FUNDING, reason: 'first funding of the reserve' });
  return true;
}

/** Proposes an action and confirms it. Throws with the code of a refusal. */
async function confirmed<Name extends OperatorActionName>(
  [first, second]: OperatorPair,
  name: Name,
  fields: ActionFields<Name>,
): Promise<void> {
  const proposed: Answer<'POST /api/ops/pause'> | Answer<ActionKeyOf<Name>> = await first.act(name, fields);
  if (!proposed.ok) throw new Error(`${name}: ${proposed.error}`);
  const { proposalId } = proposed.data;
  if (proposalId === null) return;
  const answer = await second.confirm(proposalId, 'confirmed by the second operator');
  if (!answer.ok) throw new Error(`${name} was not confirmed: ${answer.error}`);
}
