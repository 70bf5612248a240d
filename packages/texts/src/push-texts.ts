import type { PushEvent } from '@city-mint/api-contract/push/endpoints';

/** Notices by web push: a sentence for each event, without amounts, and the action that ends them. */
export type PushTexts = Readonly<Record<PushEvent | 'stop', string>>;
