import { screen, within } from '@testing-library/react';

/** Returns the amount in the row with this label; its exact figure is its attribute `value`. */
export function figure(label: string, scope: HTMLElement = document.body): Element {
  // A label can be a button that explains it.
  const rows = within(scope).getAllByText(label, { selector: 'dt, dt > button' });
  const found = rows.map((row) => amountBeside(row.closest('dt') ?? row)).find((data) => data != null);
  if (found == null) throw new Error(`no amount is beside ${label}`);
  return found;
}

function amountBeside(label: HTMLElement): Element | null | undefined {
  return label.nextElementSibling?.querySelector('data') ?? label.parentElement?.querySelector('dd data');
}

/** Returns the exact amounts on the screen, in their order. */
export function exactAmounts(scope: HTMLElement = document.body): readonly string[] {
  return [...scope.querySelectorAll('data')].map((data) => data.value);
}

/** Returns a labelled region of the screen. */
export function region(name: string | RegExp): HTMLElement {
  return screen.getByRole('region', { name });
}

/** Returns whether a button reacts to taps: it is neither disabled nor busy. A disabled one keeps the focus. */
export function isUsable(button: HTMLElement): boolean {
  return button.getAttribute('aria-disabled') !== 'true' && !button.matches(':disabled');
}
