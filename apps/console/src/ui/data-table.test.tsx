import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { headingsOf, rowsOf } from '#testing/read-table.ts';
import { renderPart } from '#testing/render-part.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';

type Door = { readonly id: string; readonly colour: string; readonly coats: number };

const DOORS: readonly Door[] = [
  { id: '1', colour: 'green', coats: 3 },
  { id: '2', colour: 'gold', coats: 1 },
  { id: '3', colour: 'red', coats: 2 },
];

const COLUMNS: readonly TableColumn<Door>[] = [
  { id: 'id', heading: 'Door', isFixed: true, cell: ({ id }) => `#${id}`, text: ({ id }) => id },
  {
    id: 'colour',
    heading: 'Colour',
    cell: ({ colour }) => <a href="#colour">{colour}</a>,
    text: ({ colour }) => colour,
  },
  {
    ...{ id: 'coats', heading: 'Coats', align: 'right', sortBy: 'coats' },
    cell: ({ coats }) => coats,
    text: ({ coats }) => String(coats),
  },
  { id: 'note', heading: 'Note', isExtra: true, cell: () => 'painted', text: () => 'painted' },
];

type Read = DataTableProps<Door>['query']['read'];

/** Reads two doors a page. */
const readDoors: Read = async ({ cursor }) => {
  const from = Number(cursor ?? 0);
  const next = from + 2;
  return { items: DOORS.slice(from, next), nextCursor: next < DOORS.length ? String(next) : null };
};

function doorsTable(change: Partial<DataTableProps<Door>> = {}, read: Read = readDoors) {
  return (
    <DataTable
      label="Doors"
      name="doors"
      columns={COLUMNS}
      query={{ queryKey: ['doors'], read }}
      rowKey={({ id }) => id}
      empty={{ title: 'No doors', text: 'Paint one first.' }}
      {...change}
    />
  );
}

/** A list whose followed value changes by a press. */
function FilledDoors({ read }: { readonly read: Read }) {
  const [follows, setFollows] = useState('open');
  return (
    <>
      <button type="button" onClick={() => setFollows('full')}>
        fill
      </button>
      {doorsTable({ query: { queryKey: ['doors'], read, follows } })}
    </>
  );
}

const renderDoors = (...options: Parameters<typeof doorsTable>) => renderPart(doorsTable(...options));

type Rendered = ReturnType<typeof renderDoors>;

const tableOf = ({ screen }: Rendered) => screen.getByRole('table', { name: 'Doors' });

async function loaded(rendered: Rendered): Promise<HTMLElement> {
  await rendered.screen.findByText('#1');
  return tableOf(rendered);
}

describe('the rows of a list', () => {
  test('are read page by page, and counted', async () => {
    const rendered = renderDoors();
    const { screen, user } = rendered;
    const table = await loaded(rendered);
    expect(rowsOf(table)).toEqual([
      ['#1', 'green', '3'],
      ['#2', 'gold', '1'],
    ]);
    expect(screen.getByText('2 entries shown, there are more')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('3 entries')).toBeVisible();
    expect(rowsOf(table)).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('that are none say why', async () => {
    const { screen } = renderDoors({}, async () => ({ items: [], nextCursor: null }));
    expect(await screen.findByText('No doors')).toBeVisible();
    expect(screen.getByText('Paint one first.')).toBeVisible();
  });

  test('that cannot be read are read again by a press', async () => {
    const read = vi.fn(readDoors).mockRejectedValueOnce(new TypeError('no network'));
    const rendered = renderDoors({}, read);
    await rendered.user.click(await rendered.screen.findByRole('button', { name: 'Try again' }));
    expect(rowsOf(await loaded(rendered))).toHaveLength(2);
  });

  test('stay when a further page fails', async () => {
    const read = vi.fn(readDoors);
    const rendered = renderDoors({}, read);
    const table = await loaded(rendered);
    read.mockRejectedValueOnce(new TypeError('no network'));
    await rendered.user.click(rendered.screen.getByRole('button', { name: 'Load more' }));
    expect(await rendered.screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(rowsOf(table)).toHaveLength(2);
  });

  test('are read again when the followed value changes', async () => {
    const read = vi.fn(readDoors);
    const { screen, user } = renderPart(<FilledDoors read={read} />);
    await screen.findByText('#1');
    expect(read).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'fill' }));
    await expect.poll(() => read.mock.calls.length).toBe(2);
  });
});

describe('a row', () => {
  test('opens by a click and by Enter, but not by a link in it', async () => {
    const onOpenRow = vi.fn();
    const rendered = renderDoors({ onOpenRow, openKey: '2' });
    const { screen, user } = rendered;
    await loaded(rendered);
    await user.click(screen.getByText('green'));
    expect(onOpenRow).not.toHaveBeenCalled();
    await user.click(screen.getByText('#1'));
    screen.getByText('#2').closest('tr')?.focus();
    await user.keyboard('{Enter}');
    expect(onOpenRow.mock.calls.map(([door]) => door.id)).toEqual(['1', '2']);
    expect(screen.getByText('#2').closest('tr')).toHaveAttribute('aria-current', 'true');
  });

  test('passes the focus on by the arrow keys, and keeps it at the end', async () => {
    const rendered = renderDoors({ onOpenRow: () => undefined }, async () => ({ items: DOORS, nextCursor: null }));
    const { screen, user } = rendered;
    await loaded(rendered);
    const row = (id: string) => screen.getByText(`#${id}`).closest('tr');
    row('1')?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row('3')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(row('2')).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(row('1')).toHaveFocus();
  });

  test('of a list without details cannot be focused', async () => {
    const rendered = renderDoors();
    await loaded(rendered);
    expect(rendered.screen.getByText('#1').closest('tr')).not.toHaveAttribute('tabindex');
  });
});

describe('the headings', () => {
  test('sort by the keys of the server: largest first, then smallest', async () => {
    const onSort = vi.fn();
    const rendered = renderDoors({ onSort, sort: { by: 'coats', descending: true } });
    const table = await loaded(rendered);
    expect(within(table).getByRole('columnheader', { name: 'Coats' })).toHaveAttribute('aria-sort', 'descending');
    await rendered.user.click(within(table).getByRole('button', { name: 'Coats' }));
    expect(onSort).toHaveBeenCalledWith({ by: 'coats', descending: false });
    expect(within(table).queryByRole('button', { name: 'Colour' })).toBeNull();
  });

  test('begin with the largest of another column', async () => {
    const onSort = vi.fn();
    const rendered = renderDoors({ onSort, sort: { by: 'id', descending: false } });
    const table = await loaded(rendered);
    await rendered.user.click(within(table).getByRole('button', { name: 'Coats' }));
    expect(onSort).toHaveBeenCalledWith({ by: 'coats', descending: true });
  });
});

describe('the columns', () => {
  test('can be hidden and shown, except for the fixed ones, and are remembered', async () => {
    const rendered = renderDoors();
    const { screen, user, renderAgain } = rendered;
    expect(headingsOf(await loaded(rendered))).toEqual(['Door', 'Colour', 'Coats']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const items = await screen.findAllByRole('menuitemcheckbox');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Colour', 'Coats', 'Note', 'Compact']);
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Colour' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Note' }));
    expect(headingsOf(tableOf(rendered))).toEqual(['Door', 'Coats', 'Note']);
    renderAgain();
    expect(headingsOf(await loaded(rendered))).toEqual(['Door', 'Coats', 'Note']);
  });

  test.each(['{', '5', '{"hidden":[5]}'])('are the default ones where the stored choice is %s', async (stored) => {
    localStorage.setItem('console.table.doors', stored);
    const rendered = renderDoors();
    expect(headingsOf(await loaded(rendered))).toEqual(['Door', 'Colour', 'Coats']);
  });

  test('that are visible are those of the file, with every row of the list', async () => {
    const downloads = captureDownloads();
    localStorage.setItem('console.table.doors', '{"hidden":["colour","note"],"isDense":true}');
    const rendered = renderDoors();
    await loaded(rendered);
    await rendered.user.click(rendered.screen.getByRole('button', { name: 'Export CSV' }));
    await rendered.screen.findByText('3 entries exported');
    expect(await downloads.lines()).toEqual(['\ufeffDoor,Coats', '1,3', '2,1', '3,2']);
  });
});
