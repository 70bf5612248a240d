import type { Logger } from 'pino';
import type { EventHub } from '../events/event-hub.ts';
import type { HttpMetrics } from './create-metrics.ts';
import type { DrawDocument } from './draw-document.ts';
import type { FileRoute } from './file-route.ts';
import type { Caller, Handlers } from './handler.ts';
import type { OneClickRoute } from './one-click-route.ts';
import type { RateLimits } from './rate-limiter.ts';
import type { DescribeRefusal } from './refused.ts';

/** The result of a token: a caller of this process, an ended session, or nothing. */
export type Authentication =
  | { readonly state: 'valid'; readonly participant: Caller }
  | { readonly state: 'ended' }
  | { readonly state: 'unknown' };

/** Why a dependency cannot be used, for the log: in words, or as a code with figures. */
export type Problem = string | { readonly code: string };

/** Checks one dependency of this process: throws or returns a reason while it cannot be used, null while it can. */
export type ReadinessCheck = () => Promise<Problem | null>;

export type ServerSettings = {
  /** Each reply is parsed by its declaration, and a difference is a fault: for tests and development. */
  readonly checkReplies: boolean;
  /** Served over https: HSTS, and no plain http requests by the page. */
  readonly secure: boolean;
  readonly trustedProxies: readonly string[];
  /** The header in which a trusted proxy writes the caller's country; undefined = none. */
  readonly regionHeader: string | undefined;
  /** Other origins that may read the API. */
  readonly publicOrigins: readonly string[];
  readonly rateLimits: RateLimits;
  /** Maximum number of concurrent connections per address; 0 = no limit. */
  readonly connectionsPerAddress: number;
  /** Origins that the page connects to besides its own: the chain's node and the wallet relay. */
  readonly pageConnects: readonly string[];
  /** URI for reports of vulnerabilities; undefined = none is published. */
  readonly securityContact: string | undefined;
  /** Hosts of this process's pages. */
  readonly hosts: readonly string[];
  /** Folder of the built page. */
  readonly webDist: string | undefined;
  /** The token of monitors; undefined = no one may read the metrics, null = everyone may. */
  readonly metricsToken: string | null | undefined;
};

export type ServerDeps = {
  /** The calls that this process answers. */
  readonly handlers: Partial<Handlers>;
  readonly authenticate: (token: string) => Promise<Authentication>;
  readonly describeRefusal: DescribeRefusal;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Conditions that an operator has to review while calls are answered; readiness shows them and does not fail. */
  readonly warnings?: Readonly<Record<string, ReadinessCheck>>;
  readonly metrics: HttpMetrics;
  /** Stored files under the API's paths. */
  readonly files?: readonly FileRoute[];
  /** Actions of mail programs by one click. */
  readonly oneClicks?: readonly OneClickRoute[];
  /** Sends live events; without it there are none. */
  readonly events?: EventHub;
  /** Renders the first screen into its document; without it every document is sent as built. */
  readonly drawDocument?: DrawDocument;
  readonly logger: Logger;
  readonly settings: ServerSettings;
  /** A monotonic clock in milliseconds, for rate limits; the process's own by default. */
  readonly clock?: () => number;
};
