import { useState } from 'react';
import type { TableColumn } from './table-column.ts';

type Settings = { readonly hidden: readonly string[]; readonly isDense: boolean };

/** Returns which columns are hidden and how dense a table is, as this browser remembers it, and what changes it. */
export function useTableSettings<Row>(name: string, columns: readonly TableColumn<Row>[]) {
  const [stored, setStored] = useState(() => readStored(name));
  const extra = columns.filter(({ isExtra }) => isExtra === true).map(({ id }) => id);
  const settings: Settings = stored ?? { hidden: extra, isDense: false };
  const store = (change: Partial<Settings>) => {
    const next = { ...settings, ...change };
    localStorage.setItem(keyOf(name), JSON.stringify(next));
    setStored(next);
  };
  return {
    ...settings,
    setHidden: (hidden: readonly string[]) => store({ hidden }),
    setDense: (isDense: boolean) => store({ isDense }),
  };
}

function keyOf(name: string): string {
  return `console.table.${name}`;
}

function readStored(name: string): Settings | null {
  try {
    const { hidden, isDense } = Object(JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null'));
    return Array.isArray(hidden) && hidden.every((id) => typeof id === 'string')
      ? { hidden, isDense: isDense === true }
      : null;
  } catch {
    return null;
  }
}
