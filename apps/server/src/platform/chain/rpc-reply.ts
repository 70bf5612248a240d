import { HttpRequestError, RpcRequestError } from 'viem';

/** A call as its errors state it. */
export type RpcBody = { readonly method: string; readonly params: unknown };
/** A reply of HTTP, decompressed. */
export type HttpReply = { readonly status: number; readonly text: string };
/** The call that a reply belongs to. */
export type SentCall = { readonly body: RpcBody; readonly id: number; readonly url: string };

type RpcError = { readonly code: number; readonly message: string; readonly data: unknown };

/**
 * Returns the result in a reply; null where the node omits an empty one. Throws viem's `RpcRequestError` for an error
 * of JSON-RPC, in any form and with any HTTP status, and `HttpRequestError` for every other reply.
 */
export function resultOf({ status, text }: HttpReply, { body, id, url }: SentCall): unknown {
  const isOk = status >= 200 && status < 300;
  const reply = ownReply(isOk ? JSON.parse(text) : parseOr(text, { error: text }), id);
  const error = rpcErrorIn(reply);
  if (error !== undefined) {
    const failure = new RpcRequestError({ body, error, url });
    // viem has no field for it, and 429 means the same with every code.
    throw isOk ? failure : Object.assign(failure, { status });
  }
  if (!isOk || !isResult(reply))
    throw new HttpRequestError({ body, url, status, details: JSON.stringify(field(reply, 'error') ?? reply) });
  return field(reply, 'result') ?? null;
}

/** Some gateways answer one call with a list. */
function ownReply(reply: unknown, id: number): unknown {
  if (!Array.isArray(reply)) return reply;
  const replies: readonly unknown[] = reply;
  return replies.find((one) => isId(field(one, 'id'), id)) ?? (replies.length === 1 ? replies[0] : undefined);
}

/** Returns the error of a reply; undefined for a reply without one that has a code. */
function rpcErrorIn(reply: unknown): RpcError | undefined {
  const error = field(reply, 'error');
  // Some gateways leave out the envelope.
  const stated = error === undefined && field(reply, 'result') === undefined ? reply : error;
  const [code, message] = [field(stated, 'code'), field(stated, 'message')];
  const isNumber = typeof code === 'number' || (typeof code === 'string' && /^-?\d+$/.test(code));
  if (!isNumber) return undefined;
  const text = typeof message === 'string' ? message : JSON.stringify(message ?? '');
  return { code: Number(code), message: text, data: field(stated, 'data') };
}

/** Whether a reply is an answer without an error. HTTP pairs it with its call, and gateways send ids of their own. */
function isResult(reply: unknown): boolean {
  return !field(reply, 'error') && ['result', 'id', 'jsonrpc'].some((name) => field(reply, name) !== undefined);
}

/** Some nodes return the id as a text. */
function isId(stated: unknown, id: number): boolean {
  return (typeof stated === 'number' || typeof stated === 'string') && Number(stated) === id;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function parseOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
