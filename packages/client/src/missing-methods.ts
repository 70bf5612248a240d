/**
 * Methods that page and console use and the oldest supported browsers lack (`BROWSER_FLOOR`).
 * `tools/checks/browser-floor.ts` finds uses of newer methods that are not here.
 */

type Owner = object;
type Method = (this: never, ...parameters: never[]) => unknown;

/** The added methods by owner and name, in the order of the check. */
export function missingMethods(): readonly (readonly [owner: Owner, methods: Readonly<Record<string, Method>>])[] {
  return [
    [Array.prototype, ARRAY_METHODS],
    [Map, { groupBy }],
    [String.prototype, { isWellFormed }],
    [URL, { canParse }],
    [AbortSignal, { timeout, any }],
    // Only on pages with TLS; a phone opens `npm start -- --host` without.
    [crypto, { randomUUID }],
  ];
}

const ARRAY_METHODS: Readonly<Record<string, Method>> = {
  toSorted(this: readonly unknown[], compare?: (a: unknown, b: unknown) => number) {
    return Array.from(this).sort(compare);
  },
  toReversed(this: readonly unknown[]) {
    return Array.from(this).reverse();
  },
  toSpliced(this: readonly unknown[], ...parameters: [number, number]) {
    const copy = Array.from(this);
    copy.splice(...parameters);
    return copy;
  },
  findLast(this: readonly unknown[], test: (value: unknown, index: number, list: readonly unknown[]) => unknown) {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      if (test(this[index], index, this)) return this[index];
    }
    return undefined;
  },
};

function groupBy(items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown): Map<unknown, unknown[]> {
  const groups = new Map<unknown, unknown[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
}

function isWellFormed(this: string): boolean {
  return !/\p{Surrogate}/u.test(this);
}

function canParse(url: string, base?: string): boolean {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
}

function timeout(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
  return controller.signal;
}

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  const list = Array.from(signals);
  const end = ({ target }: { readonly target: unknown }) => {
    for (const signal of list) signal.removeEventListener('abort', end);
    controller.abort(Object(target).reason);
  };
  const aborted = list.find((signal) => signal.aborted);
  if (aborted !== undefined) controller.abort(aborted.reason);
  else for (const signal of list) signal.addEventListener('abort', end);
  return controller.signal;
}

/** Returns a random version 4 UUID. */
export function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const bits = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return bits.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Adds the methods that the browser lacks. */
export function addMissingMethods(): void {
  for (const [owner, methods] of missingMethods()) {
    for (const [name, value] of Object.entries(methods)) {
      if (Reflect.get(owner, name) === undefined) {
        Object.defineProperty(owner, name, { value, configurable: true, writable: true });
      }
    }
  }
}
