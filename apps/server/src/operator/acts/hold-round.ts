import { id } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { keepRoundAside } from '#rounds/commands/keep-round-aside.ts';
import { letRoundGoOn } from '#rounds/commands/let-round-go-on.ts';
import { findRoundAside } from '#rounds/queries/find-round-aside.ts';
import { type Act, defineAct } from '../act.ts';
import { storedId } from '../stored-id.ts';

const params = z.strictObject({ roundId: id });
const details = { field: 'roundId' };

/** Takes no further step of a round; one person may. */
export const setAside: Act = defineAct(params, async ({ tx, params: { roundId } }) => {
  const key = storedId(roundId);
  const found = await findRoundAside(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.state === 'ended') return { refusal: 'round-over', details };
  if (found.asideSince !== null) return { refusal: 'nothing-changes', details };
  return {
    subject: `round ${roundId}`,
    before: { aside: 'false', state: found.state },
    after: { aside: 'true', state: found.state },
    loosens: false,
    async apply() {
      await keepRoundAside(tx, key);
      return undefined;
    },
  };
});

/** Lets a round that was set aside go on; it takes two. */
export const letGoOn: Act = defineAct(params, async ({ tx, params: { roundId } }) => {
  const key = storedId(roundId);
  const found = await findRoundAside(tx, key);
  if (found === undefined) return { refusal: 'not-found', details };
  if (found.asideSince === null) return { refusal: 'nothing-changes', details };
  return {
    subject: `round ${roundId}`,
    before: { aside: 'true', state: found.state, since: found.asideSince.toISOString() },
    after: { aside: 'false', state: found.state },
    loosens: true,
    async apply() {
      await letRoundGoOn(tx, key);
      return undefined;
    },
  };
});
