import { CALL_ERRORS } from './calls.ts';
import { FINALITY_TAG_ERRORS } from './finality-tags.ts';
import { HISTORY_ERRORS } from './history.ts';
import { HTTP_ERRORS } from './http.ts';
import { LIMIT_ERRORS } from './limits.ts';
import { LOG_RANGE_ERRORS } from './log-ranges.ts';
import type { NodeErrorRow } from './row.ts';

/** Every error of a node that was seen, for the tests of all that read errors. */
export const NODE_ERRORS: readonly NodeErrorRow[] = [
  ...FINALITY_TAG_ERRORS,
  ...LOG_RANGE_ERRORS,
  ...LIMIT_ERRORS,
  ...HISTORY_ERRORS,
  ...CALL_ERRORS,
  ...HTTP_ERRORS,
];
