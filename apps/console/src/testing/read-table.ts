import { within } from '@testing-library/react';

/** Returns the headings of a table. */
export function headingsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole('columnheader')
    .map((cell) => textOf(cell));
}

/** Returns the texts of the cells of a table, row by row; without its headings and without the row that counts. */
export function rowsOf(table: HTMLElement): string[][] {
  return [...table.querySelectorAll('tbody > tr')]
    .map((row) => [...row.children])
    .filter((cells) => !cells.some((cell) => cell.hasAttribute('colspan')))
    .map((cells) => cells.map((cell) => textOf(cell)));
}

/** Returns the exact amounts that a part shows, in their order. */
export function exactAmounts(part: HTMLElement): (string | null)[] {
  return [...part.querySelectorAll('[data-value]')].map((amount) => amount.getAttribute('data-value'));
}

/** Returns the values of labelled facts by their labels, the last one of each label. */
export function factsOf(part: HTMLElement): Record<string, string> {
  const terms = [...part.querySelectorAll('dt')];
  return Object.fromEntries(terms.map((term) => [textOf(term), textOf(term.nextElementSibling)]));
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
