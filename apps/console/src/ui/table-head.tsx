import { Icon } from '@city-mint/ui/icon.tsx';
import type { TableColumn, TableSort } from './table-column.ts';

type TableHeadProps<Row> = {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
};

/** The headings, which remain while rows scroll; those that the server sorts by are buttons. */
export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, heading, align = 'left', sortBy }) => {
          const isSorted = sort !== undefined && sortBy === sort.by;
          const canSort = sortBy !== undefined && onSort !== undefined;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              className={`sticky top-0 z-[1] whitespace-nowrap border-line border-b bg-sunken px-3 py-1.5 font-medium text-muted text-xs ${align === 'right' ? 'text-right' : 'text-left'}`}
            >
              {canSort ? (
                <button
                  type="button"
                  className={`inline-flex items-center gap-1 rounded-sm hover:text-ink ${isSorted ? 'font-semibold text-ink' : ''}`}
                  onClick={() => onSort({ by: sortBy, descending: isSorted ? !sort.descending : true })}
                >
                  {heading}
                  <Icon
                    name="down"
                    className={`${isSorted ? '' : 'opacity-0'} ${isSorted && !sort.descending ? 'rotate-180' : ''}`}
                  />
                </button>
              ) : (
                heading
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
