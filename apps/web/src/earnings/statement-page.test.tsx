import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { exactAmounts, figure, region } from '#testing/figures.ts';
import { statementOf } from '#testing/replies/earnings.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const STATEMENT = 'POST /api/app/user/statement';
const { statement: texts } = zh.earnings;

async function openStatement({ isEmpty = false, path = '/statement?days=7' } = {}) {
  startClock(NOON);
  const visitor = await prepareVisitor();
  visitor.network.answer(STATEMENT, (request) => statementOf(request, isEmpty));
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('a statement', () => {
  test('shows period and wallet', async () => {
    const { screen } = await openStatement();
    expect(await screen.findByText(/^2026\/11\/14 00:00:00 – 2026\/11\/20/)).toBeVisible();
    expect(screen.getByText(ALICE)).toBeVisible();
  });

  test('shows the balances at both ends and what changed them, to the unit', async () => {
    const { screen } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    const card = region('JU');
    expect(within(card).getByText(texts.closes)).toBeVisible();
    const totals = card.querySelector('dl');
    expect(exactAmounts(totals ?? card)).toEqual([
      '100.5',
      '500.25',
      '-120.000000000000000001',
      '480.749999999999999999',
    ]);
    const [deposits, , withdrawals] = within(card).getAllByRole('listitem');
    expect(deposits).toHaveTextContent('× 3+500');
    expect(withdrawals).toHaveTextContent('× 1−99.1');
  });

  test('leads from each kind of change to its transfers of the period', async () => {
    const { screen, network } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    const [asked] = network.calls(STATEMENT);
    const { from, to } = Object(asked);
    const links = within(region('JU')).getAllByRole('link');
    const addresses = links.map((link) => link.getAttribute('href'));
    expect(addresses).toContain(`/record?kind=recharge&from=${from}&to=${to}`);
    expect(addresses).toContain('/city?tab=mine');
  });

  test('shows the folded accounts', async () => {
    const { screen, user } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    await user.click(within(region('JU')).getByText(texts.accounts));
    const account = within(region('JU')).getByRole('heading', { name: texts.account.available });
    expect(figure(texts.closing, account.parentElement ?? document.body)).toHaveAttribute(
      'value',
      '480.749999999999999999',
    );
  });

  test('says that nothing changed', async () => {
    const { screen } = await openStatement({ isEmpty: true });
    expect(await screen.findAllByText(texts.nothing)).toHaveLength(2);
    expect(screen.queryByText(texts.accounts)).toBeNull();
  });

  test('says that it does not close, by one unit', async () => {
    const visitor = await prepareVisitor();
    visitor.network.answer(STATEMENT, (request) => {
      const statement = statementOf(request);
      const [ju, ...others] = statement.currencies;
      if (ju === undefined) throw new Error('JU');
      return { ...statement, currencies: [{ ...ju, closing: '480.75' }, ...others] };
    });
    const { screen } = await visitor.open('/statement?days=7');
    expect(await screen.findByText(texts.doesNotClose)).toBeVisible();
    expect(within(region('FMC')).getByText(texts.closes)).toBeVisible();
  });

  test('is of the last days where the address names none', async () => {
    const { screen, network } = await openStatement({ path: '/statement' });
    await screen.findByRole('region', { name: 'JU' });
    expect(network.calls(STATEMENT)).toHaveLength(1);
  });

  test('is not made of the future', async () => {
    const future = NOON + DAY_MS;
    const { screen, network } = await openStatement({ path: `/statement?from=${future}&to=${future + 1_000}` });
    expect(await screen.findByText(texts.choose)).toBeVisible();
    expect(screen.getByText(texts.future)).toBeVisible();
    expect(network.calls(STATEMENT)).toEqual([]);
  });

  test('is read once more until the time of a server whose clock is behind', async () => {
    startClock(NOON);
    const visitor = await prepareVisitor();
    const limit = NOON - 5_000;
    visitor.network.handle(STATEMENT, (request) => {
      const { from, to } = Object(request);
      if (to <= limit) return Response.json({ code: 200, msg: '', data: statementOf({ from, to }) });
      const details = { limit: String(limit) };
      return Response.json({ code: 422, msg: '时间不能晚于现在', data: null, error: 'date-in-future', details });
    });
    const { screen } = await visitor.open('/statement?days=7');
    expect(await screen.findByText(/ – 2026\/11\/20 11:59:55$/)).toBeVisible();
  });

  test('says why it could not be read', async () => {
    const visitor = await prepareVisitor();
    visitor.network.refuse(STATEMENT, { error: 'range-too-long', msg: '时间范围太长' });
    const { screen } = await visitor.open('/statement?days=7');
    expect(await screen.findByRole('alert')).toHaveTextContent('时间范围太长');
  });

  test('is chosen by its range, which is in the address', async () => {
    const visitor = await prepareVisitor();
    visitor.network.answer(STATEMENT, (request) => statementOf(request));
    const { screen, user } = await visitor.open('/statement?days=7');
    await user.click(await screen.findByRole('button', { name: /近 7 天/ }));
    const sheet = await screen.findByRole('dialog', { name: zh.time.range.title });
    await user.click(within(sheet).getByRole('button', { name: zh.time.range.today }));
    await waitFor(() => expect(location.search).toBe('?days=1'));
  });
});

describe('the files of a statement', () => {
  test('are the pages of the API’s table, one after the other', async () => {
    const downloads = captureDownloads();
    const { screen, user, network } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    network.answer(STATEMENT, ({ cursor }) => ({
      format: 'csv',
      filename: 'city-mint.csv',
      csv: cursor == null ? 'time,amount\r\n' : '1,2\r\n',
      nextCursor: cursor == null ? 'next' : null,
    }));
    await user.click(screen.getByRole('button', { name: texts.csv }));
    await waitFor(() => expect(downloads.names).toEqual(['city-mint.csv']));
    expect(await downloads.lines()).toEqual(['time,amount', '1,2']);
  });

  test('are what a tax program imports', async () => {
    const downloads = captureDownloads();
    const { screen, user, network } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    network.answer(STATEMENT, ({ format }) => {
      if (format === 'json') return statementOf({ from: 0, to: 1 });
      return { format, filename: `${format}.csv`, csv: 'Date\r\n', nextCursor: null };
    });
    await user.click(screen.getByText(texts.tax));
    await user.click(screen.getByRole('button', { name: 'Koinly' }));
    await user.click(screen.getByRole('button', { name: 'CoinTracking' }));
    await waitFor(() => expect(downloads.names).toEqual(['koinly.csv', 'cointracking.csv']));
  });

  test('are the whole statement as JSON', async () => {
    const downloads = captureDownloads();
    const { screen, user } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    await user.click(screen.getByRole('button', { name: texts.json }));
    await waitFor(() => expect(downloads.names).toEqual(['city-mint-2026-11-13-2026-11-20.json']));
    expect((await downloads.lines()).join('')).toContain('"closing": "480.749999999999999999"');
  });

  test('say why the server refused', async () => {
    const { screen, user, network } = await openStatement();
    await screen.findByRole('region', { name: 'JU' });
    network.refuse(STATEMENT, { error: 'too-many-requests', code: 429, msg: '请求太频繁' });
    await user.click(screen.getByRole('button', { name: texts.csv }));
    expect(await screen.findByText('请求太频繁')).toBeVisible();
  });

  test('may be printed', async () => {
    const print = vi.fn();
    Reflect.set(window, 'print', print);
    const { screen, user } = await openStatement();
    await user.click(await screen.findByRole('button', { name: texts.print }));
    expect(print).toHaveBeenCalledOnce();
  });
});
