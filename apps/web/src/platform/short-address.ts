/** First 6 and last 4 characters of an address, as lists show it (spec section 9); never where a payment is confirmed. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
