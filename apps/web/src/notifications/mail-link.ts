/** A link of a mail: its action and its token. */
export type MailLink = { readonly does: 'confirm' | 'stop'; readonly token: string };

/** Reads the fragment of a link of a mail; null if it is incomplete. */
export function readMailLink(fragment: string): MailLink | null {
  const [, does, token = ''] = /^#(confirm|stop)=([0-9a-f]{64})$/.exec(fragment) ?? [];
  return does === 'confirm' || does === 'stop' ? { does, token } : null;
}
