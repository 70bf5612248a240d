import type { ReactNode } from 'react';

/** A column of a table. */
export type TableColumn<Row> = {
  readonly id: string;
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** The same as plain text, for files: exact amounts, ISO times. */
  readonly text: (row: Row) => string;
  /** Figures are right-aligned. */
  readonly align?: 'left' | 'right';
  /** Sort key at the server; without it the column cannot be sorted. */
  readonly sortBy?: string;
  /** Hidden by default. */
  readonly isExtra?: boolean;
  /** Always shown: a row is meaningless without it. */
  readonly isFixed?: boolean;
};

/** The order of a list, as the server applies it. */
export type TableSort = { readonly by: string; readonly descending: boolean };

/** Rows of a table and their behaviour. */
export type RowProps<Row> = {
  readonly rowKey: (row: Row) => string;
  /** Called on a click or Enter. */
  readonly onOpenRow?: (row: Row) => void;
  /** Key of the open row. */
  readonly openKey?: string | undefined;
  /** Shown for an empty list: the reason and a possible action. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
};
