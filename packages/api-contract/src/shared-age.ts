/**
 * How old an answer may be that is the same for everybody, in milliseconds: each process answers from memory for that
 * long. Another process may not have noticed yet what an event says, so who heard of it asks this much later.
 */
export const SHARED_AGE_MS = 500;
