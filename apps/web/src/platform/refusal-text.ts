import type { EndpointKey, RefusalOf } from '@city-mint/api-contract/endpoints';
import type { CommonRefusal, RefusalDetails } from '@city-mint/api-contract/envelope';
import { type TextKey, translate } from './i18n/translate.ts';

/** What a call's own rules refuse, without the refusals that every call has: a map over it must name each. */
export type RuleRefusalOf<Key extends EndpointKey> = Exclude<RefusalOf<Key>, CommonRefusal>;

export type Refusal = { readonly error: string; readonly msg: string; readonly details: RefusalDetails };

/** The page's text of a refusal with its limit, or the server's, which is in the reader's language too. */
export function refusalText(texts: Readonly<Record<string, TextKey>>, { error, msg, details }: Refusal): string {
  const key = Object.hasOwn(texts, error) ? texts[error] : undefined;
  if (key === undefined) return msg === '' ? translate('ui.errorTitle') : msg;
  // Some texts name the limit; one that did not come leaves the server's own words.
  if (translate(key, { limit: MARK }).includes(MARK) && details.limit === undefined && msg !== '') return msg;
  return translate(key, { limit: details.limit ?? '', field: details.field ?? '' });
}

const MARK = '\u0001';
