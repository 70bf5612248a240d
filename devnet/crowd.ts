import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { DEV_CITIES } from './cities.ts';
import { createCrowdMember } from './crowd/crowd-member.ts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';

/** A small crowd of simulated participants, so that rounds fill as they would with others about. `npm start -- --no-crowd` leaves it out. */
const MEMBERS = 12;
const TICK_MS = 1_500;
/** Ticks between two looks of a member at its own balance. */
const LOOK_EVERY = 8;

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

const places = { apiUrl: setting('API_URL'), rpcUrl: setting('RPC_URL'), chainId: Number(setting('CHAIN_ID')) };
const members = Array.from({ length: MEMBERS }, (_unused, index) =>
  createCrowdMember(devAccount(DEV_ROLES.firstOfCrowd + index), places),
);

/** Whether the crowd still joins this round: in some cities it stops short of the quota, and the round fails. */
function isWanted(round: { city: string; filled: string; quota: string }): boolean {
  const city = DEV_CITIES.find(({ name }) => name === round.city);
  const wanted = (parseUnits(round.quota, 18) * BigInt(city?.crowdStopsBps ?? 10_000)) / 10_000n;
  return parseUnits(round.filled, 18) < wanted;
}

let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isEnding = true));

for (let tick = 0; !isEnding; tick += 1) {
  const member = members[tick % members.length];
  try {
    if (tick < MEMBERS || tick % LOOK_EVERY === 0) await member?.prepare();
    for (const round of (await member?.openRounds()) ?? []) if (isWanted(round)) await member?.join(round);
  } catch (error) {
    console.log(`${member?.address}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await sleep(tick < MEMBERS ? 100 : TICK_MS);
}
