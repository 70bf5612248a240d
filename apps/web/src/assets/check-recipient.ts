import { isAddress } from 'viem';

export type RecipientError = 'missing' | 'format' | 'checksum';

/** What is wrong with an entered address; null = nothing. All lower case is allowed, mixed case has to fit the checksum. */
export function checkRecipient(text: string): RecipientError | null {
  const address = text.trim();
  if (address === '') return 'missing';
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'format';
  return address === address.toLowerCase() || isAddress(address, { strict: true }) ? null : 'checksum';
}
