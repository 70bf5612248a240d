import type { ReactNode } from 'react';

type SmallColumn<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are right-aligned. */
  readonly align?: 'left' | 'right';
};

type SmallTableProps<Row> = {
  /** Accessible name of the list. */
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly SmallColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

/** Focusable, so that the keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

const alignOf = (align: 'left' | 'right' | undefined) => (align === 'right' ? 'text-right' : 'text-left');

/** A short table in a panel, without paging. On a narrow screen headings wrap first, then it scrolls sideways. */
export function SmallTable<Row>({ label, columns, rows, rowKey }: SmallTableProps<Row>) {
  return (
    <div {...SCROLLABLE} className="-mx-4 overflow-x-auto px-4 focus-visible:outline-offset-[-2px]">
      <table className="w-full text-sm" aria-label={label}>
        <thead className="text-muted text-xs">
          <tr>
            {columns.map(({ heading, align }) => (
              <th
                key={heading}
                scope="col"
                className={`break-keep py-1.5 pr-4 align-bottom font-medium last:pr-0 ${alignOf(align)}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ heading, cell, align }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={heading}
                    {...(index === 0 && { scope: 'row' })}
                    className={`border-line border-t py-1.5 pr-4 font-normal figures last:pr-0 ${alignOf(align)}`}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
