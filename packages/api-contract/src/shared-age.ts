/**
 * The most that an answer for all callers may be out of date, in milliseconds: each process caches it for that long.
 * Another process may not have seen an event yet, so a client that received it reads again after this time.
 */
export const SHARED_AGE_MS = 500;
