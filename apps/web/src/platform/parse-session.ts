/** A signed-in session; `address` is the address that signed, with checksum (EIP-55). */
export type Session = {
  readonly token: string;
  readonly address: `0x${string}`;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  readonly user: {
    readonly address: string;
    readonly registeredAt: number;
    readonly superior: string | null;
    readonly consentHash: string | null;
  };
};

/**
 * Returns the persisted session; null if it is malformed. Only the server decides whether it has expired, since the
 * device's clock may be wrong.
 */
export function parseSession(text: string | null): Session | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  if (!isRecord(value) || !isRecord(value['user'])) return false;
  const { token, address, expiresAt, user } = value;
  return (
    typeof token === 'string' &&
    /^[\x21-\x7e]{16,512}$/.test(token) &&
    isAddress(address) &&
    Number.isSafeInteger(expiresAt) &&
    isAddress(user['address']) &&
    Number.isSafeInteger(user['registeredAt']) &&
    (user['superior'] === null || isAddress(user['superior'])) &&
    (user['consentHash'] === null || typeof user['consentHash'] === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
}
