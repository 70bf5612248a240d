import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A message that a push service accepted for a browser. */
type PushedMessage = {
  readonly topic: string;
  /** The content as the browser decrypts it (RFC 8291). */
  readonly content: Record<string, string>;
};

type Answer = { readonly status: number; readonly headers?: Record<string, string> };

/** Starts a push service on this machine. Returns it; `stop` it at the end of the test. */
export async function startPushService() {
  const browsers = new Map<string, Browser>();
  const messages: PushedMessage[] = [];
  let next: (request: IncomingMessage) => Answer = () => ({ status: 201 });
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const browser = browsers.get(request.url ?? '');
    const { status, headers } = browser === undefined ? { status: 410, headers: {} } : next(request);
    if (browser !== undefined && status === 201) {
      checkVapid(request, origin);
      messages.push({ topic: String(request.headers['topic']), content: browser.decrypt(Buffer.concat(chunks)) });
    }
    response.writeHead(status, headers).end();
  };
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return {
    origin,
    messages,
    /** Subscribes a browser. Returns what its page sends to the API. */
    subscribe() {
      const path = `/${randomBytes(16).toString('base64url')}`;
      const browser = createBrowser();
      browsers.set(path, browser);
      return { pushUrl: origin + path, p256dh: browser.p256dh, auth: browser.auth };
    },
    /** Decides the answers from now on. */
    answerWith(answer: (request: IncomingMessage) => Answer) {
      next = answer;
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;
type Browser = ReturnType<typeof createBrowser>;

function createBrowser() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body: Buffer): Record<string, string> {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const encrypted = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** Verifies who sends, as push services do (RFC 8292). Throws otherwise. */
function checkVapid(request: IncomingMessage, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (!isSigned || aud !== origin) throw new Error('the sender is unknown');
}
