/** Loaded before a process (node --import): its clock is CLOCK_SHIFT_MS ahead of the machine's, or behind it. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const TrueDate = Date;

class ShiftedDate extends TrueDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(TrueDate.now() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return TrueDate.now() + shiftMs;
  }
}

Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, writable: true, configurable: true });
