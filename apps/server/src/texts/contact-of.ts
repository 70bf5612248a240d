import type { contactKind } from '@city-mint/api-contract/texts/qa-endpoints';
import { linkInput } from '@city-mint/api-contract/wire';
import type { z } from 'zod';

/** A way to reach the operator. */
export type Contact = {
  readonly kind: z.output<typeof contactKind>;
  readonly label: string;
  readonly url: string;
};

/** The configured contact as a link, if it is an e-mail address or an https address; null for any other text. */
export function contactOf(contact: string): Contact | null {
  const label = contact.replace(/^mailto:/, '').slice(0, 60);
  for (const [kind, url] of [
    ['website', contact],
    ['email', contact],
    ['email', `mailto:${contact}`],
  ] as const) {
    const scheme = kind === 'email' ? 'mailto:' : 'https:';
    if (url.startsWith(scheme) && linkInput.safeParse(url).success) return { kind, label, url };
  }
  return null;
}
