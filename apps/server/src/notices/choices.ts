import type { PushEvent } from '@city-mint/api-contract/push/endpoints';

/** Returns for each event whether it is among these. */
export function toChoices(events: readonly PushEvent[]): Record<PushEvent, boolean> {
  const has = (event: PushEvent) => events.includes(event);
  return {
    opens: has('opens'),
    settled: has('settled'),
    stage: has('stage'),
    credited: has('credited'),
    'sign-in': has('sign-in'),
  };
}
