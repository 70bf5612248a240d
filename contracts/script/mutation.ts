/**
 * A bug that the tests must find. `file` is the source in contracts/src, without .sol, in which `find` occurs exactly
 * once and is replaced by `put`; `guard` is the file in contracts/test, without .t.sol, of whose `tests` (a regular
 * expression) at least one must fail.
 */
export type Mutation = {
  readonly name: string;
  readonly file: string;
  readonly guard: string;
  readonly find: string;
  readonly put: string;
  readonly tests: string;
};
