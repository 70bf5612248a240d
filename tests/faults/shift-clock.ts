/** Preloaded with node --import: shifts the clock of the process by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const SystemDate = Date;

class ShiftedDate extends SystemDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(SystemDate.now() + shiftMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return SystemDate.now() + shiftMs;
  }
}

Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, writable: true, configurable: true });
