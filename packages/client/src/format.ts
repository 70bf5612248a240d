/** Returns the first 6 and last 4 characters of an address, for lists; never where something is decided by it. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Returns the first and last 8 characters of a hash, or of an address on the screen of a single record. */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}
