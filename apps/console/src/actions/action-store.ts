import { create } from 'zustand';
import type { ActionOutcome, SentRequest } from './action-outcome.ts';
import type { Drafts } from './form-drafts.ts';

/** Fields of a request that the button sets. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** An operator's input for an action and its progress. It survives closing the sheet, signing out and a reload. */
export type ActionEntry = {
  readonly name: string;
  readonly given: GivenFields;
  readonly drafts: Drafts;
  readonly reason: string;
  readonly step: 'form' | 'review';
  readonly sent: SentRequest | null;
  readonly outcome: ActionOutcome | null;
};

type Store = {
  /** The key of the entry whose sheet is open. */
  readonly open: string | null;
  readonly entries: Readonly<Record<string, ActionEntry>>;
};

const KEY = 'console.actions';
const EMPTY: ActionEntry = {
  ...{ name: '', given: {}, drafts: {}, reason: '' },
  step: 'form',
  sent: null,
  outcome: null,
};

/** Entries by key, stored per browser tab. */
export const useActionStore = create<Store>(() => ({ open: null, entries: {}, ...readStored() }));

useActionStore.subscribe((store) => sessionStorage.setItem(KEY, JSON.stringify(store)));

/**
 * Returns the key of an operator's entry for an action. The key contains the operator, so that others do not see it.
 */
export function entryKey(operator: string, name: string, given: GivenFields): string {
  return [operator, name, ...Object.entries(given).map(([field, value]) => `${field}=${String(value)}`)].join(' ');
}

/** Returns the entry of a key; an empty entry if there is none. */
export function useEntry(key: string): ActionEntry {
  return useActionStore(({ entries }) => entries[key] ?? EMPTY);
}

/** Changes parts of an entry. */
export function changeEntry(key: string, change: Partial<ActionEntry>): void {
  useActionStore.setState(({ entries }) => ({
    entries: { ...entries, [key]: { ...(entries[key] ?? EMPTY), ...change } },
  }));
}

/** Opens the sheet of an action, with `start` as its entry if none exists. */
export function openAction(key: string, start: Pick<ActionEntry, 'name' | 'given' | 'drafts' | 'step'>): void {
  useActionStore.setState(({ entries }) => ({
    open: key,
    entries: { ...entries, [key]: entries[key] ?? { ...EMPTY, ...start } },
  }));
}

/** Closes the sheet. The entry remains for the next opening, unless the action is done. */
export function closeAction(): void {
  const { open, entries } = useActionStore.getState();
  if (open !== null && entries[open]?.outcome !== null) forgetEntry(open);
  useActionStore.setState({ open: null });
}

/** Deletes an entry. */
export function forgetEntry(key: string): void {
  useActionStore.setState(({ entries }) => ({
    entries: Object.fromEntries(Object.entries(entries).filter(([name]) => name !== key)),
  }));
}

function readStored(): Partial<Store> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return isStore(stored) ? withoutDone(stored) : {};
  } catch {
    return {};
  }
}

/** Drops a finished action, so that a reload does not open its sheet again. */
function withoutDone({ open, entries }: Store): Store {
  const pending = Object.entries(entries).filter(([, { outcome }]) => outcome === null);
  return { open: pending.some(([key]) => key === open) ? open : null, entries: Object.fromEntries(pending) };
}

/** Checks the outer shape only: no other program writes this key. */
function isStore(value: unknown): value is Store {
  const { open, entries } = Object(value);
  const isEntry = (entry: unknown) => {
    const { name, given, drafts, reason, step } = Object(entry);
    const isText = typeof name === 'string' && typeof reason === 'string';
    const isObject = typeof drafts === 'object' && typeof given === 'object';
    return isText && isObject && ['form', 'review'].includes(step);
  };
  return (open === null || typeof open === 'string') && Object.values(Object(entries)).every(isEntry);
}
