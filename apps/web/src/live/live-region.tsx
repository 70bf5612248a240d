import { useEffect } from 'react';
import { useSessionStore } from '#platform/session-store.ts';
import { useSettlementMoments } from '#rounds/settlement/use-settlement-moments.ts';
import { followLiveEvents } from './follow-live-events.ts';
import { Moments } from './moments.tsx';

let isFollowing = false;

/** Follows the events of rounds, and shows the user the result of theirs on any screen. */
export function LiveRegion() {
  const address = useSessionStore(({ session }) => session?.address ?? null);
  useEffect(() => {
    if (isFollowing) return;
    isFollowing = true;
    followLiveEvents();
  }, []);
  return (
    <>
      <MomentWatch key={address} address={address} />
      <Moments />
    </>
  );
}

function MomentWatch({ address }: { readonly address: string | null }) {
  useSettlementMoments(address);
  return null;
}
