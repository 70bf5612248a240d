/** An address that the user knows, with their name for it. */
export type KnownAddress = { readonly address: string; readonly label: string };

/**
 * Returns the known address with whose ends another address begins and ends: short forms of both are equal. Attackers
 * compute such addresses and hope that the user copies theirs. Null without one.
 */
export function findResembled(address: string, known: readonly KnownAddress[]): KnownAddress | null {
  const entered = address.toLowerCase();
  const resembles = (other: string) => other !== entered && endsOf(other) === endsOf(entered);
  return known.find((one) => resembles(one.address.toLowerCase())) ?? null;
}

/** "0x" with the first four digits, and the last four. */
function endsOf(address: string): string {
  return address.slice(0, 6) + address.slice(-4);
}
