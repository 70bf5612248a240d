import { readEmail } from '@city-mint/api-contract/mail/read-email';
import { type Language, localeOf } from '@city-mint/domain/languages';
import { createTransport } from 'nodemailer';
import type { MailServer } from './mail-server.ts';
import { type MailFault, outcomeOf } from './outcome-of.ts';

/** A mail to one address. */
export type MailMessage = {
  readonly to: string;
  /** Its Message-ID without the domain. */
  readonly id: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Where mail programs stop the mails with one click. */
  readonly stopUrl: string;
  readonly language: Language;
};

type DeliveryDeps = {
  readonly server: MailServer;
  /** The sender's address. */
  readonly from: string;
  /** Called with each failure; contains neither address nor content. */
  readonly onFault?: (fault: MailFault) => void;
  /** Maximum time of a mail from connecting to the last answer, in milliseconds; shorter than its claim. */
  readonly deadlineMs?: number;
};

const SENDER_NAME = 'City Mint';
const CONNECT_MS = 10_000;
const DEADLINE_MS = 60_000;

/** Returns the function that sends a mail on a separate connection and returns its outcome. It never throws. */
export function createMailDelivery({ server, from, onFault, deadlineMs = DEADLINE_MS }: DeliveryDeps) {
  const { host, port, isTls, requiresTls, login } = server;
  const transport = createTransport({
    ...{ host, port, secure: isTls, requireTLS: requiresTls, tls: { minVersion: 'TLSv1.2' } },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: deadlineMs },
    ...(login === undefined ? {} : { auth: login, forceAuth: true }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const [, domain = ''] = from.split('@');
  return async ({ to, id, subject, text, stopUrl, language }: MailMessage) => {
    // nodemailer would read a list of recipients in it. The table's check has refused it before.
    if (readEmail(to) !== to) return { outcome: 'dropped' } as const;
    try {
      await transport.sendMail({
        envelope: { from, to: [to] },
        from: { name: SENDER_NAME, address: from },
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        headers: {
          'List-Unsubscribe': `<${stopUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          'Content-Language': localeOf(language),
        },
        signal: AbortSignal.timeout(deadlineMs),
      });
      return { outcome: 'sent' } as const;
    } catch (error) {
      const { result, fault } = outcomeOf(error);
      onFault?.(fault);
      return result;
    }
  };
}

export type DeliverMail = ReturnType<typeof createMailDelivery>;
