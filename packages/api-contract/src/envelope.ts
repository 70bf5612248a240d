/**
 * The details of a refusal: the field, the broken limit, and further named figures as strings.
 */
export type RefusalDetails = {
  readonly field?: string;
  readonly limit?: string;
  readonly [name: string]: string | readonly string[] | undefined;
};

/**
 * The answer of every call, HTTP 200 with `Content-Type: application/json` (HTTP 401 when the token is missing or
 * unknown). `code` 200 = done, 501 = the session has ended: log out; else a refusal with its stable `error` code, and
 * `msg` in the caller's language.
 */
export type Envelope<Data> =
  | { readonly code: 200; readonly msg: string; readonly data: Data }
  | {
      readonly code: number;
      readonly msg: string;
      readonly data: null;
      readonly error: string;
      readonly details: RefusalDetails;
    };

/**
 * Codes of the envelope: 200 done, 501 logged out, the others are refusals.
 */
export const CODES = {
  done: 200,
  badInput: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  refusedByRule: 422,
  tooMany: 429,
  internal: 500,
  loggedOut: 501,
  maintenance: 503,
} as const;

/** Refusals that any call may answer with, besides its own; each `error` with the code of its answer. */
export const COMMON_REFUSALS = {
  unauthorized: CODES.loggedOut,
  'session-ended': CODES.loggedOut,
  'body-not-json': CODES.badInput,
  'body-too-large': CODES.badInput,
  'content-type-not-json': CODES.badInput,
  'unknown-field': CODES.badInput,
  'field-missing': CODES.badInput,
  'wrong-type': CODES.badInput,
  'value-not-allowed': CODES.badInput,
  'text-format': CODES.badInput,
  'text-too-long': CODES.badInput,
  'amount-format': CODES.badInput,
  'amount-too-precise': CODES.badInput,
  'amount-too-large': CODES.badInput,
  'address-format': CODES.badInput,
  'address-checksum': CODES.badInput,
  'signature-format': CODES.badInput,
  'hash-format': CODES.badInput,
  'link-format': CODES.badInput,
  'email-format': CODES.badInput,
  'list-too-long': CODES.badInput,
  'id-format': CODES.badInput,
  'request-id-format': CODES.badInput,
  'uid-format': CODES.badInput,
  'page-range': CODES.badInput,
  'cursor-format': CODES.badInput,
  'date-format': CODES.badInput,
  'date-range': CODES.badInput,
  'not-found': CODES.notFound,
  'request-id-reused': CODES.conflict,
  'in-progress': CODES.conflict,
  'region-not-allowed': CODES.forbidden,
  'too-many-requests': CODES.tooMany,
  busy: CODES.maintenance,
  maintenance: CODES.maintenance,
  internal: CODES.internal,
} as const;

export type CommonRefusal = keyof typeof COMMON_REFUSALS;
