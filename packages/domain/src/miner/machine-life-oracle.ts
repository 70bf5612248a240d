// What tests hold the database's own rules to; production code does not use it.
import { type UtcDay, utcDay } from './mining-day.ts';

/** The days on which a machine mines, both included. */
export type MachineLife = { readonly firstDay: UtcDay; readonly lastDay: UtcDay };

/**
 * A machine mines from the UTC day after its claim on, for `machineLifetimeDays`.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export function machineLife(machine: { claimedAtMs: number; machineLifetimeDays: number }): MachineLife {
  const firstDay = utcDay(machine.claimedAtMs) + 1;
  return { firstDay, lastDay: firstDay + machine.machineLifetimeDays - 1 };
}

/** Whether a machine of this life mines on the day. */
export function minesOn(day: UtcDay, { firstDay, lastDay }: MachineLife): boolean {
  return firstDay <= day && day <= lastDay;
}
