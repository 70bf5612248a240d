import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) => Object.fromEntries(list.map((each) => [each.key, each.value])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
  events: z.array(z.unknown()),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ message: z.string().optional() }),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as the collector received it, and the process that sent it. */
export type ReceivedSpan = z.output<typeof span> & { readonly service: string };

/** How a collector answers: `hangs` never does, `fails` answers 500, `closes` cuts the connection. */
export type CollectorMood = 'accepts' | 'hangs' | 'fails' | 'closes';

export type Collector = {
  readonly url: string;
  mood: CollectorMood;
  /** Number of requests, in any mood. */
  readonly requests: () => number;
  /** The spans that it accepted. */
  readonly spans: () => readonly ReceivedSpan[];
  /** Everything that it accepted, as text. */
  readonly text: () => string;
  stop(): Promise<void>;
};

/** Starts a collector of OTLP over HTTP in JSON on a free port. */
export async function startCollector(mood: CollectorMood = 'accepts'): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    requests += 1;
    const text = await readText(incoming);
    if (collector.mood === 'closes') incoming.socket.destroy();
    if (collector.mood === 'fails') response.writeHead(500).end('no');
    if (collector.mood !== 'accepts') return;
    if (incoming.url !== '/v1/traces') throw new Error(`spans were sent to ${incoming.url}`);
    texts.push(text);
    for (const { resource, scopeSpans } of request.parse(JSON.parse(text)).resourceSpans) {
      const service = String(resource.attributes['service.name']);
      for (const scope of scopeSpans) spans.push(...scope.spans.map((each) => ({ ...each, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    mood,
    requests: () => requests,
    spans: () => spans,
    text: () => texts.join('\n'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return collector;
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
