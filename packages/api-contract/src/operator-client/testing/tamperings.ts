import { DAY_MS } from '@city-mint/domain/time/durations';
import type { OperatorLogEntry } from '../verify-log-entry.ts';

/** An entry with one change, and the place of the change. */
export type Tampering = { readonly path: string; readonly tampered: OperatorLogEntry };

/** Fields that no signature contains, and that no reader of a verdict may take for signed. */
export const UNSIGNED_FIELDS: readonly string[] = ['logId', 'subject', 'before', 'after', 'proposed.logId'];

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Returns every single change of a signed field of an entry: each value replaced, and each field left out. */
export function tamperings(entry: OperatorLogEntry): Tampering[] {
  return pathsOf(entry).flatMap((path) => {
    if (UNSIGNED_FIELDS.includes(path.join('.'))) return [];
    const changed = { path: path.join('.'), tampered: changedAt(entry, path, altered) as OperatorLogEntry };
    const isOptional = path.includes('message') || path.includes('types');
    const left = { path: `${path.join('.')} left out`, tampered: changedAt(entry, path, () => undefined) };
    return isOptional ? [changed, left as Tampering] : [changed];
  });
}

type Path = readonly string[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...at, name]));
}

function changedAt(value: unknown, [name, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((inner, index) => (`${index}` === name ? [changedAt(inner, rest, change)] : [inner]));
  }
  const inner = Object(value);
  const replaced = changedAt(inner[name], rest, change);
  const { [name]: _old, ...others } = inner;
  return replaced === undefined ? others : { ...inner, [name]: replaced };
}

function altered(value: unknown): unknown {
  if (typeof value === 'number') return value > DAY_MS ? value + DAY_MS : value + 1;
  if (typeof value !== 'string') return '31';
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return OTHER;
  const digit = value.startsWith('0x') ? value.length - 8 : -1;
  if (digit > 0) return value.slice(0, digit) + (value[digit] === '1' ? '2' : '1') + value.slice(digit + 1);
  return `${value}1`;
}
