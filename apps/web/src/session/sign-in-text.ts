/** Returns when an EIP-4361 text expires, in UTC milliseconds; null when it does not say. */
export function expiryOf(message: string): number | null {
  const [, time = ''] = /^Expiration Time: (.+)$/m.exec(message) ?? [];
  const expiresAt = Date.parse(time);
  return Number.isNaN(expiresAt) ? null : expiresAt;
}
