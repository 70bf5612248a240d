import { CODES } from '../envelope.ts';

/** Refusals of signing in, confirming by signature and the disclosure. */
export const SESSION_REFUSALS = {
  'domain-not-allowed': CODES.forbidden,
  'uri-not-allowed': CODES.forbidden,
  'too-many-open-nonces': CODES.tooMany,
  'nonce-used-or-unknown': CODES.refusedByRule,
  'message-expired': CODES.refusedByRule,
  'signature-invalid': CODES.refusedByRule,
  'try-again': CODES.maintenance,
  'disclosure-changed': CODES.refusedByRule,
} as const;
