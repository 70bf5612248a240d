import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has received. */
export type ReceivedMail = {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly recipients: readonly string[];
  /** By their names in lower case, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** The server's reaction to the next mails; `stage` is the command that it refuses. */
export type MailAnswer =
  | { readonly does: 'accept' }
  | { readonly does: 'refuse'; readonly stage: 'recipient' | 'data'; readonly code: number; readonly text: string }
  /** Ends the connection when it has the mail, without an answer. */
  | { readonly does: 'drop'; readonly onReceived?: () => void }
  /** Answers so many milliseconds after it has the mail, with a line every 100 ms until then, or silent. */
  | { readonly does: 'wait'; readonly ms: number; readonly isSilent: boolean };

type MailServerOptions = {
  readonly port?: number;
  /** Whether it offers STARTTLS, with a certificate that no one trusts. */
  readonly offersTls?: boolean;
  /** Called with each mail that it has received. */
  readonly onMail?: (mail: ReceivedMail) => void;
};

/** Starts a mail server on this machine, which delivers nothing. Returns it; `stop` it at the end. */
export async function startMailServer({ port = 0, offersTls = false, onMail }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  let next: () => MailAnswer = () => ({ does: 'accept' });
  const server = new SMTPServer({
    logger: false,
    disabledCommands: offersTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      const answer = next();
      if (answer.does === 'refuse' && answer.stage === 'recipient') return done(refusal(answer));
      done();
    },
    async onData(stream, { id, envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const answer = next();
      if (answer.does === 'refuse') return done(refusal(answer));
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const mail = { from, recipients, ...parseMail(Buffer.concat(chunks).toString()) };
      mails.push(mail);
      onMail?.(mail);
      if (answer.does === 'accept') done();
      const own = [...server.connections].filter(({ session }) => session.id === id);
      const sockets: Socket[] = own.map((connection) => Reflect.get(connection, '_socket'));
      if (answer.does === 'wait') answerLate(answer, { sockets, done });
      if (answer.does !== 'drop') return;
      answer.onReceived?.();
      for (const socket of sockets) socket.destroy();
    },
  });
  // Clients that break off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    mails,
    /** Decides the answers from now on. */
    answerWith(answer: MailAnswer) {
      next = () => answer;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>;

function answerLate(
  { ms, isSilent }: { readonly ms: number; readonly isSilent: boolean },
  { sockets, done }: { readonly sockets: readonly Socket[]; readonly done: () => void },
): void {
  const writing = setInterval(() => isSilent || sockets.map((socket) => socket.write('250-wait\r\n')), 100);
  setTimeout(() => {
    clearInterval(writing);
    done();
  }, ms);
}

function refusal({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      decodeWords(field.replace(/^[^:]+: ?/, '')),
    ]),
  );
  const body = rest.join('\r\n\r\n');
  return { headers, text: decodeBody(body, headers['content-transfer-encoding'] ?? '7bit').replaceAll('\r\n', '\n') };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body;
}

/** Words outside ASCII (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_word, kind: string, content: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('latin1')
        : Buffer.from(decodeQuoted(content.replaceAll('_', ' '))).toString('latin1'),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
