import type { ReactNode } from 'react';

/** A column of a table. */
export type TableColumn<Row> = {
  readonly id: string;
  readonly heading: string;
  /** What is shown. */
  readonly cell: (row: Row) => ReactNode;
  /** The same as plain text, for files: amounts exact, times in ISO. */
  readonly text: (row: Row) => string;
  /** Figures are to the right. */
  readonly align?: 'left' | 'right';
  /** The server can sort by it, under this name. */
  readonly sortBy?: string;
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean;
  /** Always shown: without it a row says nothing. */
  readonly isFixed?: boolean;
};

/** The order of a list, as the server applies it. */
export type TableSort = { readonly by: string; readonly descending: boolean };

/** What the rows of a table are and do. */
export type RowProps<Row> = {
  readonly rowKey: (row: Row) => string;
  /** A row opens by a click or by Enter. */
  readonly onOpenRow?: (row: Row) => void;
  /** The row that is open. */
  readonly openKey?: string | undefined;
  /** Said where nothing is listed: why, and what one can do. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
};
