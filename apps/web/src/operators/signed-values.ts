import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { shortAddress } from '@city-mint/client/format.ts';

type Message = OperatorLogEntry['signed']['message'];

/** Fields that name what an action is about, in the order in which they are shown. */
const NAMING = [
  ...['city', 'name', 'phase', 'part', 'region', 'currency', 'amount', 'cap', 'address', 'recipient', 'role'],
  ...['nodeType', 'rewardLevel', 'lang', 'key', 'pool'],
] as const;
const IDS = ['roundId', 'planId', 'withdrawalId', 'proposalId'] as const;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Returns the signed values that name the subject of an action, in one line; empty if there is none. */
export function namingValues(message: Message): string {
  const isDecision = message['action'] === 'proposals/reject';
  const ids = IDS.filter((name) => name !== 'proposalId' || isDecision).flatMap((name) => textOf(message[name]));
  const values = NAMING.flatMap((name) => textOf(message[name]));
  return [...values, ...ids.map((id) => `#${id}`)].join(' · ');
}

/** Returns the reason of an action: the proposer's, where another operator confirmed it. */
export function reasonOf(message: Message): string {
  return textOf(message['proposalReason'] ?? message['reason']).join('');
}

function textOf(value: Message[string] | undefined): string[] {
  if (typeof value !== 'string' || value === '') return [];
  return [ADDRESS.test(value) ? shortAddress(value) : value];
}
