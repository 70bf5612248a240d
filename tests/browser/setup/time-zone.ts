/** Zones without summer time, whose midnights are 16:00 and 03:00 UTC. */
const ZONES = ['Asia/Singapore', 'America/Sao_Paulo'] as const;

/** Longer than all browser tests take. */
const RUN_HOURS = 2;

/**
 * Returns the zone of the browsers of this run, in which no midnight comes during it: screens say "today" of the
 * records of an earlier test. Workers read the configuration later, so the first choice is in TEST_TIME_ZONE.
 */
export function timeZone(now = new Date()): string {
  process.env['TEST_TIME_ZONE'] ??= ZONES.find((zone) => hourIn(zone, now) < 24 - RUN_HOURS) ?? ZONES[0];
  return process.env['TEST_TIME_ZONE'];
}

function hourIn(zone: string, now: Date): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(now));
}
