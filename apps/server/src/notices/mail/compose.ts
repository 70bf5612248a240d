import { createHash } from 'node:crypto';
import type { PushEvent } from '@city-mint/api-contract/push/endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { MailTexts } from '@city-mint/texts/mail-texts';
import type { PushTexts } from '@city-mint/texts/push-texts';
import { languageOf } from '#platform/http/languages.ts';
import type { MailMessage } from './deliver.ts';
import { confirmPagePath, STOP_PATH, stopPagePath } from './links.ts';

/** A notice that this process has claimed for two minutes. */
export type ClaimedMail = {
  readonly mail_id: bigint;
  readonly event_key: string;
  readonly kind: PushEvent | 'confirm';
  readonly path: string;
  readonly attempts: number;
  readonly address: string;
  readonly lang: string;
  readonly stop_token: string;
  /** Of a notice of kind `confirm`. */
  readonly confirm_token: string | null;
};

export type MailWriting = {
  readonly texts: Readonly<Record<Language, { readonly mail: MailTexts; readonly sentences: PushTexts }>>;
  /** The origin of the page, which also serves the API. */
  readonly pageOrigin: string;
};

/** Returns the mail of a notice: plain text in the language of the address, without amounts and wallet addresses. */
export function composeMail(notice: ClaimedMail, { texts, pageOrigin }: MailWriting): MailMessage {
  const language = languageOf(notice.lang);
  const { mail, sentences } = texts[language];
  const stop = [mail.stop, pageOrigin + stopPagePath(notice.stop_token)];
  const common = {
    to: notice.address,
    // The same for each attempt, so that a repeat can be recognised.
    id: createHash('sha256').update(`${pageOrigin} ${notice.mail_id} ${notice.event_key}`).digest('hex').slice(0, 40),
    stopUrl: pageOrigin + STOP_PATH + notice.stop_token,
    language,
  };
  if (notice.kind === 'confirm') {
    const { subject, text, expires, stranger } = mail.confirm;
    const link = pageOrigin + confirmPagePath(notice.confirm_token ?? '');
    return { ...common, subject, text: textOf([[text, link], [expires], [stranger], stop]) };
  }
  const sentence = sentences[notice.kind];
  return { ...common, subject: sentence, text: textOf([[sentence], [mail.open, pageOrigin + notice.path], stop]) };
}

/** Paragraphs of lines. */
function textOf(paragraphs: readonly (readonly string[])[]): string {
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
