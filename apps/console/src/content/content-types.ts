import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';

export type TextFilters = Pick<RequestOf<'POST /api/ops/texts'>, 'area' | 'search' | 'state'>;
export type PageText = ReplyOf<'POST /api/ops/texts'>['items'][number];
export type Question = ReplyOf<'POST /api/ops/qa'>['questions'][number];
export type Contact = ReplyOf<'POST /api/ops/qa'>['contacts'][number];
export type Announcement = ReplyOf<'POST /api/ops/announcements'>['announcements'][number];
export type Disclosure = ReplyOf<'POST /api/ops/disclosure'>;
