import { NetworkError } from '@city-mint/api-contract/client';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeViewport } from '#testing/fake-intersection.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { InfiniteList } from './infinite-list.tsx';

type Item = { readonly id: string; readonly day: string };
type Page = { readonly items: readonly Item[]; readonly next: number | null };

const keys = { list: ['list'] as const };
const page = (ids: readonly string[], next: number | null = null): Page => ({
  items: ids.map((id) => ({ id, day: id.slice(0, 1) })),
  next,
});

type ListProps = { readonly read: (page: number) => Page | Promise<Page>; readonly isGrouped?: boolean };

/** A list whose pages are read by the test. */
function List({ read, isGrouped = false }: ListProps) {
  const query = useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  return (
    <InfiniteList
      label="Records"
      query={query}
      keyOf={({ id }) => id}
      renderItem={({ id }) => <a href={`/${id}`}>{id}</a>}
      empty={<p>Nothing yet</p>}
      {...(isGrouped ? { groups: { keyOf: ({ day }: Item) => day, renderHeading: (key) => <h2>day {key}</h2> } } : {})}
    />
  );
}

describe('InfiniteList', () => {
  test('shows placeholders until the first page has come', () => {
    const { screen } = renderInPage(<List read={() => new Promise(() => undefined)} />);
    expect(screen.queryByRole('list')).toBeNull();
    expect(document.querySelectorAll('.animate-shimmer')).not.toHaveLength(0);
  });

  test('shows the items of the list by its name, and that there are no more', async () => {
    installFakeViewport();
    const { screen, texts } = renderInPage(<List read={() => page(['a1', 'a2'])} />);
    const list = await screen.findByRole('list', { name: 'Records' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['a1', 'a2']);
    expect(screen.getByText(texts.ui.noMoreData)).toBeVisible();
  });

  test('says that it is empty, and nothing of its end', async () => {
    const { screen, texts } = renderInPage(<List read={() => page([])} />);
    expect(await screen.findByText('Nothing yet')).toBeVisible();
    expect(screen.queryByText(texts.ui.noMoreData)).toBeNull();
  });

  test('fetches the next page when its end comes near, until the last', async () => {
    const viewport = installFakeViewport();
    const asked: number[] = [];
    const read = (number: number) => {
      asked.push(number);
      return page([`a${number}`], number < 2 ? number + 1 : null);
    };
    const { screen, texts } = renderInPage(<List read={read} />);
    await screen.findByText('a0');
    expect(asked).toEqual([0]);
    await viewport.scrollToEnd();
    expect(await screen.findByText('a1')).toBeVisible();
    await viewport.scrollToEnd();
    expect(await screen.findByText('a2')).toBeVisible();
    expect(screen.getByText(texts.ui.noMoreData)).toBeVisible();
    expect(viewport.watched()).toBe(0);
  });

  test('fetches one page at a time', async () => {
    const viewport = installFakeViewport();
    const second = Promise.withResolvers<Page>();
    const asked: number[] = [];
    const read = (number: number) => {
      asked.push(number);
      return number === 0 ? page(['a0'], 1) : second.promise;
    };
    const { screen } = renderInPage(<List read={read} />);
    await screen.findByText('a0');
    await viewport.scrollToEnd();
    await waitFor(() => expect(viewport.watched()).toBe(0));
    await viewport.scrollToEnd();
    expect(asked).toEqual([0, 1]);
    second.resolve(page(['a1']));
    expect(await screen.findByText('a1')).toBeVisible();
  });

  test('keeps its items when a further page fails, and fetches it by a tap', async () => {
    const viewport = installFakeViewport();
    let isBroken = true;
    const read = async (number: number) => {
      if (number === 1 && isBroken) throw new NetworkError('x');
      return page([`a${number}`], number === 0 ? 1 : null);
    };
    const { screen, user, texts } = renderInPage(<List read={read} />);
    await screen.findByText('a0');
    await viewport.scrollToEnd();
    const retry = await screen.findByRole('button', { name: texts.ui.retry });
    expect(screen.getByText('a0')).toBeVisible();
    expect(viewport.watched()).toBe(0);
    isBroken = false;
    await user.click(retry);
    expect(await screen.findByText('a1')).toBeVisible();
  });

  test('says why the first page could not be read, and reads it by a tap', async () => {
    installFakeViewport();
    let isRefused = true;
    const read = async () => {
      if (isRefused) throw new RefusalError({ error: 'later', msg: '请先升级页面', details: {} });
      return page(['a0']);
    };
    const { screen, user, texts } = renderInPage(<List read={read} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('请先升级页面');
    isRefused = false;
    await user.click(screen.getByRole('button', { name: texts.ui.retry }));
    expect(await screen.findByText('a0')).toBeVisible();
  });

  test('divides items that follow each other into their parts', async () => {
    installFakeViewport();
    const { screen } = renderInPage(<List read={() => page(['b1', 'b2', 'a1'])} isGrouped />);
    const list = await screen.findByRole('region', { name: 'Records' });
    const parts = within(list)
      .getAllByRole('list')
      .map((part) => part.textContent);
    expect(
      within(list)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['day b', 'day a']);
    expect(parts).toEqual(['b1b2', 'a1']);
  });
});
