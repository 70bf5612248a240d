import { screen, within } from '@testing-library/react';

/** Returns the amount in the row with this label; its exact figure is its attribute `value`. */
export function figure(label: string, scope: HTMLElement = document.body): Element {
  const rows = within(scope).getAllByText(label, { selector: 'dt' });
  const found = rows.map((row) => row.parentElement?.querySelector('dd data')).find((data) => data != null);
  if (found == null) throw new Error(`no amount is beside ${label}`);
  return found;
}

/** Returns the exact amounts that are shown, in their order. */
export function exactAmounts(scope: HTMLElement = document.body): readonly string[] {
  return [...scope.querySelectorAll('data')].map((data) => data.value);
}

/** Returns what a labelled part of the screen shows. */
export function region(name: string | RegExp): HTMLElement {
  return screen.getByRole('region', { name });
}
