import type { ReactNode } from 'react';

type FigureTableProps = {
  /** Of the names of the rows first. */
  readonly headings: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly cells: readonly { readonly key: string; readonly value: ReactNode }[];
  }[];
};

/** A keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

/** Figures in rows by name, without paging. */
export function FigureTable({ headings, rows }: FigureTableProps) {
  return (
    <div {...SCROLLABLE} className="-mx-4 overflow-x-auto px-4 focus-visible:outline-offset-[-2px]">
      <table className="w-full text-right text-sm">
        <thead className="text-muted text-xs">
          <tr>
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`whitespace-nowrap py-1.5 font-medium ${index === 0 ? 'text-left' : 'pl-6'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row" className="border-line border-t py-1.5 text-left font-medium">
                {name}
              </th>
              {cells.map((cell) => (
                <td key={cell.key} className="border-line border-t py-1.5 pl-6 figures">
                  {cell.value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
