/** Returns the expiration time of an EIP-4361 text in UTC milliseconds; null if it has none. */
export function expiryOf(message: string): number | null {
  const [, time = ''] = /^Expiration Time: (.+)$/m.exec(message) ?? [];
  const expiresAt = Date.parse(time);
  return Number.isNaN(expiresAt) ? null : expiresAt;
}
