import { type WebSocket, WebSocketServer } from 'ws';
import { type Frame, readFrame, textField, textList } from './relay-frame.ts';
import { relayUrl } from './relay-url.ts';

/** A message that a client published on a topic. */
type Message = { readonly topic: string; readonly message: string; readonly tag: number; readonly sender: string };

type Client = {
  readonly socket: WebSocket;
  /** The same after a reconnect. */
  readonly identity: string;
  /** Its subscriptions, by topic. */
  readonly subscriptions: Map<string, string>;
};

/** A relay of WalletConnect on this machine: what its two SDKs need of one, in memory. */
export type Relay = {
  readonly url: string;
  /** Ends all connections and refuses new ones, as a relay that is down. */
  stop(): Promise<void>;
  /** Accepts connections again on the same port; messages that were waiting are lost. */
  restart(): Promise<void>;
};

const LARGEST_MESSAGE = 1024 * 1024;
/** Messages that wait for a subscriber; the oldest are dropped. */
const MOST_WAITING = 1_000;

/** Starts a relay on a port of this machine, or of all its addresses with `host`. Returns it. */
export async function startRelay(port: number, host = '127.0.0.1'): Promise<Relay> {
  let server = await listen(port, host);
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const socket of server.clients) socket.terminate();
      server.close(() => resolve());
    });
  return {
    url: relayUrl(port),
    stop,
    async restart() {
      server = await listen(port, host);
    },
  };
}

function listen(port: number, host: string): Promise<WebSocketServer> {
  const clients = new Set<Client>();
  const mailbox: Message[] = [];
  const server = new WebSocketServer({ port, host, maxPayload: LARGEST_MESSAGE });
  server.on('connection', (socket, request) => {
    const client = { socket, identity: identityOf(request.url ?? ''), subscriptions: new Map<string, string>() };
    clients.add(client);
    // The SDK in Node ends a connection that is silent for 35 seconds.
    const pings = setInterval(() => socket.ping(), 10_000);
    socket.on('close', () => {
      clearInterval(pings);
      clients.delete(client);
    });
    socket.on('message', (data) => {
      try {
        const frame = readFrame(String(data));
        // Frames without a method acknowledge a delivery.
        if (frame !== null) answer({ clients, mailbox }, client, frame);
      } catch (error) {
        // One client's mistake must not end the relay for the others.
        socket.close(1002, error instanceof Error ? error.message.slice(0, 100) : '');
      }
    });
  });
  return new Promise((resolve, reject) => {
    server.on('listening', () => resolve(server));
    server.on('error', reject);
  });
}

/** The key of the client's token, which it keeps across connections. */
function identityOf(url: string): string {
  const [, claims = ''] = (new URL(url, 'ws://relay').searchParams.get('auth') ?? '').split('.');
  return textField(JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}'), 'iss');
}

type Hub = { readonly clients: ReadonlySet<Client>; readonly mailbox: Message[] };

/** Effect of a request: the result as JSON, and messages to publish after the answer. */
type Outcome = { readonly result: string; readonly publishes: readonly Omit<Message, 'sender'>[] };

function answer(hub: Hub, client: Client, frame: Frame): void {
  const { result, publishes } = outcomeOf(hub, client, frame);
  // Ids have up to 19 digits, more than a number holds: they are echoed as they came.
  client.socket.send(`{"jsonrpc":"2.0","id":${frame.id},"result":${result}}`);
  for (const message of publishes) deliver(hub, { ...message, sender: client.identity });
}

function outcomeOf(hub: Hub, client: Client, { method, params }: Frame): Outcome {
  const topic = textField(params, 'topic');
  const done = (result: string) => ({ result, publishes: [] });
  switch (method) {
    case 'irn_subscribe':
      return done(JSON.stringify(subscribeTo(hub, client, topic)));
    case 'irn_batchSubscribe':
      return done(JSON.stringify(textList(params, 'topics').map((each) => subscribeTo(hub, client, each))));
    case 'irn_unsubscribe':
    case 'irn_batchUnsubscribe':
      for (const each of [topic, ...textList(params, 'topics')]) client.subscriptions.delete(each);
      return done('true');
    case 'irn_batchFetchMessages':
    case 'irn_fetchMessages':
      return done('{"messages":[],"hasMore":false}');
    case 'irn_publish': {
      const message = { topic, message: textField(params, 'message'), tag: Number(textField(params, 'tag')) };
      return { result: 'true', publishes: [message] };
    }
    case 'wc_proposeSession': {
      const pairing = textField(params, 'pairingTopic');
      subscribeTo(hub, client, pairing);
      const proposal = { topic: pairing, message: textField(params, 'sessionProposal'), tag: 1100 };
      return { result: 'true', publishes: [proposal] };
    }
    case 'wc_approveSession': {
      const session = textField(params, 'sessionTopic');
      const pairing = textField(params, 'pairingTopic');
      subscribeTo(hub, client, session);
      const response = { topic: pairing, message: textField(params, 'sessionProposalResponse'), tag: 1101 };
      const settlement = { topic: session, message: textField(params, 'sessionSettlementRequest'), tag: 1102 };
      return { result: 'true', publishes: [response, settlement] };
    }
    default:
      throw new Error(`the relay does not know ${method}`);
  }
}

/** Subscribes a client and delivers what waits for it. Returns the subscription's id. */
function subscribeTo(hub: Hub, client: Client, topic: string): string {
  const id = client.subscriptions.get(topic) ?? crypto.randomUUID().replaceAll('-', '').repeat(2);
  client.subscriptions.set(topic, id);
  const waiting = hub.mailbox.filter((message) => message.topic === topic && message.sender !== client.identity);
  for (const message of waiting) {
    hub.mailbox.splice(hub.mailbox.indexOf(message), 1);
    // After the answer that tells the client its subscription.
    setImmediate(() => push(client, message));
  }
  return id;
}

/** Pushes a message to the other subscribers of its topic, or keeps it until there is one. */
function deliver(hub: Hub, message: Message): void {
  const receivers = [...hub.clients].filter(
    ({ identity, subscriptions }) => identity !== message.sender && subscriptions.has(message.topic),
  );
  if (receivers.length === 0) hub.mailbox.push(message);
  if (hub.mailbox.length > MOST_WAITING) hub.mailbox.shift();
  for (const receiver of receivers) push(receiver, message);
}

let pushes = 0;

function push({ socket, subscriptions }: Client, { topic, message, tag }: Message): void {
  pushes += 1;
  const data = { topic, message, publishedAt: Date.now(), tag };
  const params = { id: subscriptions.get(topic), data };
  socket.send(
    JSON.stringify({ jsonrpc: '2.0', id: Date.now() * 1000 + (pushes % 1000), method: 'irn_subscription', params }),
  );
}
