import { Menu } from '@base-ui/react/menu';
import { Icon } from '@city-mint/ui/icon.tsx';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PagedRead } from '#platform/paged.ts';
import { toolClass } from './control.tsx';
import { CsvExport } from './csv-export.tsx';
import type { TableColumn } from './table-column.ts';

type TableToolbarProps<Row> = {
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly visible: readonly TableColumn<Row>[];
  readonly hidden: readonly string[];
  readonly isDense: boolean;
  readonly setHidden: (hidden: readonly string[]) => void;
  readonly setDense: (isDense: boolean) => void;
  readonly read: PagedRead<Row>['read'];
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
};

/** Toolbar of a table: filters, actions, choice of columns, export. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { name, visible, read, filters, actions } = props;
  return (
    <div className="flex flex-wrap items-end gap-2">
      {filters}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
        {actions}
        <ColumnMenu {...props} />
        <CsvExport name={name} columns={visible} read={read} />
      </div>
    </div>
  );
}

const ITEM =
  'flex cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none data-highlighted:bg-sunken';

function ColumnMenu<Row>({ columns, hidden, isDense, setHidden, setDense }: TableToolbarProps<Row>) {
  const t = useTranslations('ui.table');
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Menu.Root>
      <Menu.Trigger className={toolClass()}>{t('columns')}</Menu.Trigger>
      {/* Inside the room, so that screen readers find it within a landmark. */}
      <span ref={place} />
      <Menu.Portal container={place}>
        <Menu.Positioner className="z-10" align="end" sideOffset={4}>
          <Menu.Popup className="max-h-[60dvh] min-w-[2rem] overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-float outline-none">
            {columns
              .filter(({ isFixed }) => isFixed !== true)
              .map(({ id, heading }) => (
                <Item
                  key={id}
                  label={heading}
                  checked={!hidden.includes(id)}
                  onChange={(checked) => setHidden(checked ? hidden.filter((each) => each !== id) : [...hidden, id])}
                />
              ))}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Item label={t('dense')} checked={isDense} onChange={setDense} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

type ItemProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

function Item({ label, checked, onChange }: ItemProps) {
  return (
    <Menu.CheckboxItem className={ITEM} checked={checked} onCheckedChange={onChange} closeOnClick={false}>
      <span className="inline-flex size-4 items-center justify-center rounded-[0.03rem] border border-line">
        <Menu.CheckboxItemIndicator>
          <Icon name="check" className="size-3" />
        </Menu.CheckboxItemIndicator>
      </span>
      {label}
    </Menu.CheckboxItem>
  );
}
