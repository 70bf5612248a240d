/** What failed: nodemailer's code, the command, the server's reply codes; without its text, which names addresses. */
export type MailFault = {
  readonly code: string;
  readonly command: string;
  /** Three digits, and an enhanced status code (RFC 3463); null without an answer. */
  readonly replyCode: number | null;
  readonly status: string | null;
  readonly outcome: MailResult['outcome'];
};

/** `bounced`: the server refuses the address permanently; `dropped`: it refuses this mail. */
export type MailResult =
  | { readonly outcome: 'bounced' | 'dropped' }
  | { readonly outcome: 'retry'; readonly afterSeconds: null };

/** Replies to the recipient that name no status and mean: no such mailbox. */
const NO_MAILBOX: readonly number[] = [550, 551, 553];
/** No such mailbox or domain, moved, or disabled. 5.1.7 and 5.1.8 are about the sender. */
const STATUS_OF_MAILBOX = /^5\.(1\.(?!7$|8$)\d{1,3}|2\.1)$/;

/**
 * Returns the outcome of a failed attempt. Only a permanent reply about the recipient ends the address: a fault of the
 * connection, the login, the sender or a policy (5.7.x) is the system's own, and is retried.
 */
export function outcomeOf(error: unknown): { readonly result: MailResult; readonly fault: MailFault } {
  const text = (name: string): string => {
    const value: unknown = Reflect.get(Object(error), name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const replyCode = Number(text('responseCode')) || null;
  const [, status = null] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(text('response')) ?? [];
  const command = text('command');
  const result = resultOf({ command, replyCode, status });
  return { result, fault: { code: text('code') || 'unknown', command, replyCode, status, outcome: result.outcome } };
}

type Reply = Pick<MailFault, 'command' | 'replyCode' | 'status'>;

function resultOf({ command, replyCode, status }: Reply): MailResult {
  const retry = { outcome: 'retry', afterSeconds: null } as const;
  if (replyCode === null || replyCode < 500) return retry;
  if (command !== 'RCPT TO' && command !== 'DATA') return retry;
  if (status !== null && STATUS_OF_MAILBOX.test(status)) return { outcome: 'bounced' };
  if (command === 'DATA') return { outcome: 'dropped' };
  return status === null && NO_MAILBOX.includes(replyCode) ? { outcome: 'bounced' } : retry;
}
