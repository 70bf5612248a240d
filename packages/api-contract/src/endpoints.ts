import type { z } from 'zod';
import { assetsEndpoints } from './assets/endpoints.ts';
import type { CommonRefusal } from './envelope.ts';
import { mailEndpoints } from './mail/endpoints.ts';
import { minerEndpoints } from './miner/endpoints.ts';
import { operatorEndpoints } from './operator/endpoints.ts';
import { proofEndpoints } from './proof/endpoints.ts';
import { sealedJournalEndpoints } from './proof/sealed-journal-endpoints.ts';
import { pushEndpoints } from './push/endpoints.ts';
import { rewardsEndpoints } from './rewards/endpoints.ts';
import { autoMintEndpoints } from './rounds/auto-mint-endpoints.ts';
import { cityEndpoints } from './rounds/city-endpoints.ts';
import { roundsEndpoints } from './rounds/endpoints.ts';
import { publishedPlanEndpoints } from './rounds/published-plan.ts';
import { sessionEndpoints } from './session/endpoints.ts';
import { statementEndpoints } from './statement/endpoints.ts';
import { swapEndpoints } from './swap/endpoints.ts';
import { teamEndpoints } from './team/endpoints.ts';
import { announcementEndpoints } from './texts/announcement-endpoints.ts';
import { textsEndpoints } from './texts/endpoints.ts';
import { qaEndpoints } from './texts/qa-endpoints.ts';

/**
 * Every call of the API by `METHOD /path`. To add one: declare it in its capability's folder, answer it in the same
 * capability's `routes.ts` on the server (a declared call without an answer does not compile), call it from the page by
 * its key.
 */
export const endpoints = {
  ...sessionEndpoints,
  ...roundsEndpoints,
  ...autoMintEndpoints,
  ...cityEndpoints,
  ...publishedPlanEndpoints,
  ...assetsEndpoints,
  ...minerEndpoints,
  ...rewardsEndpoints,
  ...teamEndpoints,
  ...proofEndpoints,
  ...sealedJournalEndpoints,
  ...statementEndpoints,
  ...swapEndpoints,
  ...textsEndpoints,
  ...qaEndpoints,
  ...announcementEndpoints,
  ...mailEndpoints,
  ...pushEndpoints,
  ...operatorEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
/** The request that a caller sends. */
export type RequestOf<Key extends EndpointKey> = z.input<Endpoints[Key]['request']>;
/** The parsed request, as the server's handler gets it. */
export type ParsedRequestOf<Key extends EndpointKey> = z.output<Endpoints[Key]['request']>;
/** The content of `data`. */
export type ReplyOf<Key extends EndpointKey> = z.output<Endpoints[Key]['reply']>;
/** The `error` words a caller of this endpoint may meet. */
export type RefusalOf<Key extends EndpointKey> = Endpoints[Key]['refusals'][number] | CommonRefusal;
