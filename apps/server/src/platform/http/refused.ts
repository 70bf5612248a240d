import type { EndpointKey, RefusalOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { Language } from '@city-mint/domain/languages';

/** Every `error` code that any call may return. */
export type RefusalWord = RefusalOf<EndpointKey>;

/** A refusal on its way to the caller. */
export type Refused = { readonly error: RefusalWord; readonly details: RefusalDetails };

/** Returns a refusal's code in the envelope, and its text in the caller's language. */
export type DescribeRefusal = (refused: Refused, lang: Language) => { readonly code: number; readonly msg: string };
