import type { z } from 'zod';

/**
 * Who may call: `all` needs no session, `user` needs a token in the Authorization header, `ops` needs an operator's.
 */
export type Caller = 'all' | 'user' | 'ops';

/** How often a call may be made; the figure of each class is a setting of the server (docs/operating/settings.md). */
export const CALL_RATES = ['read', 'write', 'join', 'money', 'heavy', 'sign-in'] as const;
export type CallRate = (typeof CALL_RATES)[number];

/**
 * One call of the API, declared once. Its key in the registry is `METHOD /path`; the server's routes, the typed client,
 * the OpenAPI document and the tests of refusals all come from this object.
 */
export type Endpoint<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Refusal extends string = string,
  Who extends Caller = Caller,
> = {
  readonly who: Who;
  readonly rate: CallRate;
  /** One sentence for the API's reference page. */
  readonly summary: string;
  /** Body of a POST, query and path parameters of a GET. Unknown fields are refused. */
  readonly request: Request;
  /**
   * Reads a body in its plain form quicker: returns what `request` makes of it, or undefined for every other body, good
   * or bad.
   */
  readonly readPlain?: (body: string) => z.output<Request> | undefined;
  /** The content of the envelope's `data`. */
  readonly reply: Reply;
  /** The `error` codes of this call's own rules, in checking order. Bad input and an ended session are implied. */
  readonly refusals: readonly Refusal[];
};

/** Returns the declaration as it is; the function only helps type inference. */
export function endpoint<
  Request extends z.ZodType,
  Reply extends z.ZodType,
  const Refusal extends string,
  const Who extends Caller,
>(declaration: Endpoint<Request, Reply, Refusal, Who>): Endpoint<Request, Reply, Refusal, Who> {
  return declaration;
}
