import type { CallRate } from '@city-mint/api-contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './languages.ts';
import type { Refused } from './refused.ts';
import type { ServerDeps } from './server-deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the envelope that was sent; 0 = none yet. */
    answeredCode: number;
    /** The answer was `busy`, for which the caller is not responsible. */
    isBusy: boolean;
    /** The wallet (EIP-55) whose limit counted the call; null = none. */
    limitedWallet: string | null;
  }
  interface FastifyContextConfig {
    /** The declared call of the route. */
    endpoint?: string;
    /** How often the route may be called; without it, a call only counts against the limit of its address. */
    rate?: CallRate;
  }
}

/** Sends the data of a successful call, and returns the reply. */
export function answerDone(request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply {
  request.answeredCode = 200;
  return reply.type('application/json').send(`{"code":200,"msg":"ok","data":${JSON.stringify(data)}}`);
}

/** Sends a refusal in the caller's language and returns the reply: HTTP 200, or 401 without a valid session. */
export function answerRefused(
  { describeRefusal }: Pick<ServerDeps, 'describeRefusal'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  refused: Refused,
): FastifyReply {
  const { code, msg } = describeRefusal(refused, languageOf(request.headers['lang']));
  request.answeredCode = code;
  request.isBusy = refused.error === 'busy';
  const seconds = code === 503 ? '2' : refused.details['retryAfterSeconds'];
  if (typeof seconds === 'string') reply.header('retry-after', seconds);
  // A request that did not reach a route has passed no hook.
  reply.header('x-request-id', request.id);
  const { error, details } = refused;
  return reply
    .code(error === 'unauthorized' ? 401 : 200)
    .type('application/json')
    .send(JSON.stringify({ code, msg, data: null, error, details }));
}
