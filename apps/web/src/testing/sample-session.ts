import type { Session } from '#platform/parse-session.ts';

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** Returns a session of Alice that is valid for an hour; `consentHash` null: the disclosure is not accepted. */
export function sampleSession(consentHash: string | null = null): Session {
  return {
    token: 'a'.repeat(64),
    address: ALICE,
    expiresAt: Date.now() + 3_600_000,
    user: { address: ALICE, registeredAt: 1, superior: null, consentHash },
  };
}
