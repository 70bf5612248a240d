import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedGrant,
  type ExchangeGrant,
  type ExchangeStandIn,
  type GrantReply,
  startExchange,
} from '@city-mint/devnet/exchange-stand-in';

/**
 * `well`; `slow` to reply; `down` with status 500; `hangs` without a reply; `hangs-up` after booking; `doubled` books
 * twice, as behind a proxy that repeats requests; `wrong-…` books the grant and confirms another one; `unsigned`
 * replies without a signature; `refuses` with status 422.
 */
export type ExchangeFault =
  | 'well'
  | 'slow'
  | 'down'
  | 'hangs'
  | 'hangs-up'
  | 'doubled'
  | 'wrong-amount'
  | 'wrong-grant'
  | 'wrong-uid'
  | 'unsigned'
  | 'refuses';

export type FaultyExchange = ExchangeStandIn & {
  /** Sets how it behaves from the next request on. */
  behave(fault: ExchangeFault): void;
  /** The booked grants by grant id; hash power in whole units. */
  readonly booked: ReadonlyMap<string, { readonly uid: string; readonly hashPower: string }>;
  /** Returns how many signed grants arrived. */
  requests(): number;
};

type FaultyExchangeSettings = {
  readonly key: string;
  readonly slowMs: number;
  /** Whether a grant is booked once by its id; false shows that a test notices a grant booked twice. */
  readonly isIdempotent?: boolean;
};

/**
 * Starts the exchange stand-in, which behaves well until `behave` is called. Returns its URL, bookings and controls.
 */
export async function startFaultyExchange(settings: FaultyExchangeSettings): Promise<FaultyExchange> {
  const booked = new Map<string, { uid: string; hashPower: string }>();
  let fault: ExchangeFault = 'well';
  let requests = 0;

  const book = ({ grantId, uid, hashPower }: ExchangeGrant) => {
    if (!booked.has(grantId)) booked.set(grantId, { uid, hashPower });
    else if (settings.isIdempotent === false) booked.set(`${grantId} again`, { uid, hashPower });
  };
  const handleGrant = async (grant: ExchangeGrant): Promise<GrantReply> => {
    requests += 1;
    if (fault === 'slow') await sleep(settings.slowMs);
    if (fault === 'down') return { status: 500, content: { error: 'down' } };
    if (fault === 'hangs') return 'no-reply';
    if (fault === 'refuses') return { status: 422, content: { ...grant, status: 'rejected' } };
    book(grant);
    if (fault === 'doubled') book(grant);
    if (fault === 'hangs-up') return 'hang-up';
    if (fault === 'unsigned') return { status: 200, content: { ...grant, status: 'accepted' }, isSigned: false };
    return acceptedGrant(confirmedGrant(grant, fault));
  };
  const exchange = await startExchange({ key: settings.key, handleGrant });
  return {
    ...exchange,
    behave(next) {
      fault = next;
    },
    booked,
    requests: () => requests,
  };
}

function confirmedGrant(grant: ExchangeGrant, fault: ExchangeFault): ExchangeGrant {
  if (fault === 'wrong-amount') return { ...grant, hashPower: `1${grant.hashPower}` };
  if (fault === 'wrong-grant') return { ...grant, grantId: crypto.randomUUID() };
  if (fault === 'wrong-uid') return { ...grant, uid: `9${grant.uid.slice(1)}9` };
  return grant;
}
