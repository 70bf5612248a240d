import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { readAddress } from '@city-mint/api-contract/read-address';
import { zeroAddress } from 'viem';

type WithdrawalState = ReplyOf<'POST /api/app/user/withdrawStatus'>['state'];

/** The displayed steps of a withdrawal, in order. */
export const WITHDRAWAL_STEPS = ['requested', 'signed', 'submitted', 'confirming'] as const;

/**
 * Returns the number of completed steps. A transaction sent by the wallet counts as submitted before the server sees
 * it.
 */
export function stepsDone(state: WithdrawalState, isSentByWallet: boolean): number {
  switch (state) {
    case 'requested':
    case 'approved':
      return 1;
    case 'signed':
      return isSentByWallet ? 3 : 2;
    case 'submitted':
    case 'confirming':
      return 3;
    case 'completed':
      return WITHDRAWAL_STEPS.length;
    case 'returned':
      return 0;
  }
}

/** Returns the current step of a withdrawal; null once none is left. */
export function currentStep(state: WithdrawalState, isSentByWallet: boolean): (typeof WITHDRAWAL_STEPS)[number] | null {
  return state === 'returned' ? null : (WITHDRAWAL_STEPS[stepsDone(state, isSentByWallet)] ?? null);
}

export type RecipientProblem = 'missing' | 'format' | 'checksum' | 'zero' | 'contract';

/** Returns an entered address without the white space between its groups. */
export function recipientFrom(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * Returns the problem of an entered address, or null. Payments to one of our `contracts` or to the zero address
 * would be lost.
 */
export function checkRecipient(text: string, contracts: readonly string[] = []): RecipientProblem | null {
  const typed = recipientFrom(text);
  if (typed === '') return 'missing';
  const read = readAddress(typed);
  if ('problem' in read) return read.problem === 'address-format' ? 'format' : 'checksum';
  const address = read.address.toLowerCase();
  if (address === zeroAddress) return 'zero';
  return contracts.some((contract) => contract.toLowerCase() === address) ? 'contract' : null;
}
