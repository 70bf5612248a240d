import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefused } from './answer.ts';
import type { FileRoute, StoredFile } from './file-route.ts';
import type { ServerDeps } from './server-deps.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves stored files with ranges and immutable caching. They are read in parts as the client reads them, so that their
 * size burdens neither memory nor the event loop.
 */
export function registerFiles(app: FastifyInstance, routes: readonly FileRoute[], deps: ServerDeps): void {
  for (const route of routes) {
    app.route<{ Params: { id: string } }>({
      method: ['GET', 'HEAD'],
      url: route.url,
      config: { rate: 'heavy' },
      handler: async (request, reply) => {
        const file = await route.find(request.params.id);
        if (file === undefined)
          return answerRefused(deps, { request, reply }, { error: 'not-found', details: { field: 'id' } });
        return sendFile(file, { request, reply, contentType: route.contentType });
      },
    });
  }
}

type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly contentType: string };

function sendFile(file: StoredFile, { request, reply, contentType }: Call): FastifyReply {
  const etag = `"${file.hash}"`;
  reply
    .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `attachment; filename="${file.name}"`);
  const { 'if-none-match': known, 'if-range': ifRange, range: asked } = request.headers;
  if (known !== undefined && isNamed(known, etag)) return reply.code(304).send();
  const range = ifRange === undefined || ifRange === etag ? parseRange(asked, file.bytes) : 'all';
  if (range === 'outside') {
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  }
  const { from, to } = range === 'all' ? { from: 0, to: file.bytes - 1 } : range;
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${from}-${to}/${file.bytes}`);
  reply.header('content-length', String(to - from + 1)).type(contentType);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(file.read({ from, to })));
}

function isNamed(list: string, etag: string): boolean {
  return list.split(',').some((name) => ['*', etag].includes(name.trim().replace(/^W\//, '')));
}

type Range = { readonly from: number; readonly to: number };

/**
 * Returns the bytes that a Range header requests; the whole file if there is no range, several, or one that is not
 * understood.
 */
function parseRange(header: string | undefined, bytes: number): Range | 'all' | 'outside' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return 'all';
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from > to ? 'outside' : { from, to };
}
