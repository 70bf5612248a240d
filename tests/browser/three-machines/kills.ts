import { setTimeout as sleep } from 'node:timers/promises';
import { MACHINES, type Machine, machinePrograms, tryOut } from './machines.ts';

const PAUSE_MS = 15_000;
/** How long a machine stays without power. */
const DARK_MS = 8_000;
const POWER = 'the machine';
const ENGINES = ['etcd', 'patroni', 'postgres', 'haproxy', 'pgbouncer', 'nginx'];
const ALL_MACHINES = Object.keys(MACHINES) as Machine[];

/** A machine's power, or an engine or program on it. */
type Victim = { readonly machine: Machine; readonly name: string };

const dark = new Set<Machine>();
/** The programs that are being started on each machine. */
const starting = new Map<Machine, Promise<void>>();
const lit = () => ALL_MACHINES.filter((machine) => !dark.has(machine));

/** Starts ended programs again, as systemd does on each machine that has power. */
export async function tend(isOver: () => boolean): Promise<void> {
  const tendMachine = async (machine: Machine) => {
    const programs = machinePrograms().filter((program) => program.machine === machine);
    for (const start of [['boot', machine], ...programs.map((program) => program.start)]) {
      if (lit().includes(machine)) await tryOut(...start).catch(() => undefined);
    }
  };
  while (!isOver()) {
    for (const machine of lit()) starting.set(machine, tendMachine(machine));
    await Promise.all(starting.values());
    await sleep(1_000);
  }
}

/** Every engine and program of every machine, and the power of each machine twice, in random order. */
function shuffledVictims(): Victim[] {
  const victims = ALL_MACHINES.flatMap((machine) => {
    const programs = machinePrograms().flatMap((program) => (program.machine === machine ? [program.name] : []));
    return [POWER, POWER, ...ENGINES, ...programs].map((name) => ({ machine, name }));
  });
  return victims
    .map((victim) => ({ victim, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ victim }) => victim);
}

/**
 * Kills programs and whole machines until a time; no victim a second time before every other one. Returns how often
 * each name died, and those of whom no process was found to kill: after a kill of its machine it may not run yet.
 */
export async function killAtRandom(until: number) {
  const killed: Record<string, number> = Object.fromEntries(shuffledVictims().map(({ name }) => [name, 0]));
  const missed: string[] = [];
  let victims: Victim[] = [];
  while (Date.now() < until) {
    if (victims.length === 0) victims = shuffledVictims();
    const [victim] = victims.splice(0, 1);
    if (victim === undefined) break;
    const { machine, name } = victim;
    const found = name === POWER ? await cutPower(machine) : await killProgram(victim);
    console.log(`${new Date().toISOString()} ${machine}: ${name}, ${found} processes`);
    if (found === 0) missed.push(`${machine}: ${name}`);
    else killed[name] = (killed[name] ?? 0) + 1;
    await sleep(PAUSE_MS);
  }
  return { killed, missed };
}

async function cutPower(machine: Machine): Promise<number> {
  dark.add(machine);
  // Else it would start while the machine has no power.
  await starting.get(machine);
  const found = await tryOut('kill', machine);
  await sleep(DARK_MS);
  dark.delete(machine);
  return Number(found);
}

async function killProgram({ machine, name }: Victim): Promise<number> {
  return Number(await tryOut('signal', machine, 'KILL', ENGINES.includes(name) ? name : `processes/${name}\\.ts`));
}
