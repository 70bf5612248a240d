import { bytesToHex, getAddress, hexToBytes } from 'viem';
import { useInviterLink } from './inviter-link.ts';

/** An address in base64url: 20 bytes. */
const CODE = /^[\w-]{27}$/;

/**
 * Returns an address as the code of an inviter link: 27 letters, so that a shared link does not show an address whose
 * balances anyone could look up. It is no secret: who follows the link sees the inviter before signing.
 */
export function inviterCode(address: `0x${string}`): string {
  const letters = btoa(String.fromCharCode(...hexToBytes(address)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

/** Returns the address of a code; the text itself, for the sheet to judge, where it is none. */
export function inviterOf(text: string): string {
  if (!CODE.test(text)) return text;
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return getAddress(bytesToHex(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
}

/** Returns the inviter of the link that opened the page, unchecked; null without one. */
export function useInviter(): string | null {
  const text = useInviterLink((state) => state.text);
  return text === null ? null : inviterOf(text);
}
