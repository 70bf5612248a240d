import { create } from 'zustand';
import type { ActionOutcome, SentRequest } from './action-outcome.ts';
import type { Drafts } from './form-drafts.ts';

/** Fields of a request that the place of a button sets. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** What was entered of an action, and how far it is. It outlives the sheet, the session and a reload. */
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

/** What was entered, by action; in this tab alone. */
export const useActionStore = create<Store>(() => ({ open: null, entries: {}, ...readStored() }));

useActionStore.subscribe((store) => sessionStorage.setItem(KEY, JSON.stringify(store)));

/** Returns the key under which an operator's entry of an action is stored: another operator does not see it. */
export function entryKey(operator: string, name: string, given: GivenFields): string {
  return [operator, name, ...Object.entries(given).map(([field, value]) => `${field}=${String(value)}`)].join(' ');
}

/** Returns what was entered under a key; an empty entry before anything was. */
export function useEntry(key: string): ActionEntry {
  return useActionStore(({ entries }) => entries[key] ?? EMPTY);
}

/** Changes what was entered of an action. */
export function changeEntry(key: string, change: Partial<ActionEntry>): void {
  useActionStore.setState(({ entries }) => ({
    entries: { ...entries, [key]: { ...(entries[key] ?? EMPTY), ...change } },
  }));
}

/** Opens the sheet of an action, as `start` says where nothing was entered before. */
export function openAction(key: string, start: Pick<ActionEntry, 'name' | 'given' | 'drafts' | 'step'>): void {
  useActionStore.setState(({ entries }) => ({
    open: key,
    entries: { ...entries, [key]: entries[key] ?? { ...EMPTY, ...start } },
  }));
}

/** Closes the sheet. What was entered is still there when it opens again, unless the action is done. */
export function closeAction(): void {
  const { open, entries } = useActionStore.getState();
  if (open !== null && entries[open]?.outcome !== null) forgetEntry(open);
  useActionStore.setState({ open: null });
}

/** Forgets what was entered of an action. */
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

/** What is done was seen; its sheet does not come back with a reload. */
function withoutDone({ open, entries }: Store): Store {
  const pending = Object.entries(entries).filter(([, { outcome }]) => outcome === null);
  return { open: pending.some(([key]) => key === open) ? open : null, entries: Object.fromEntries(pending) };
}

/** Only this console writes it; whatever else is there is left. */
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
