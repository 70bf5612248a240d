import { id } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { resumeRound, suspendRound } from '#rounds/lifecycle/commands.ts';
import { findRoundSuspension } from '#rounds/lifecycle/queries.ts';
import { type Act, defineAct } from '../act.ts';
import { storedId } from '../stored-id.ts';

const params = z.strictObject({ roundId: id });
const details = { field: 'roundId' };

/** Takes no further step of a round; one person may. */
export const setAside: Act = defineAct(params, async ({ tx, params: { roundId } }) => {
  const key = storedId(roundId);
  const found = await findRoundSuspension(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.state === 'ended') return { refusal: 'round-over', details };
  if (found.suspendedSince !== null) return { refusal: 'nothing-changes', details };
  return {
    subject: `round ${roundId}`,
    before: { aside: 'false', state: found.state },
    after: { aside: 'true', state: found.state },
    loosens: false,
    async apply() {
      await suspendRound(tx, key);
      return undefined;
    },
  };
});

/** Lets a round that was set aside go on; it takes two. */
export const letGoOn: Act = defineAct(params, async ({ tx, params: { roundId } }) => {
  const key = storedId(roundId);
  const found = await findRoundSuspension(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.suspendedSince === null) return { refusal: 'nothing-changes', details };
  return {
    subject: `round ${roundId}`,
    before: { aside: 'true', state: found.state, since: found.suspendedSince.toISOString() },
    after: { aside: 'false', state: found.state },
    loosens: true,
    async apply() {
      await resumeRound(tx, key);
      return undefined;
    },
  };
});
