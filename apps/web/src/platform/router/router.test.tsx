import { act, fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { followHistory, goTo, useEntry } from './location.ts';
import { getRouteApi, Link, navigate, Outlet, useCanGoBack } from './router.tsx';
import { screenIsHere, setRoutes } from './routes.ts';

const preload = vi.fn(async () => undefined);
const fetchScreen = vi.fn(async () => undefined);
const parsed = vi.fn((search: Readonly<Record<string, unknown>>) =>
  search['kind'] === 'recharge' ? ({ kind: 'recharge' } as const) : {},
);
const route = getRouteApi('/record', parsed);

function Records() {
  const { kind = 'all' } = route.useSearch();
  const go = route.useNavigate();
  return (
    <>
      <h1>Records: {kind}</h1>
      <p>{useCanGoBack() ? 'Back stays here' : 'Back leaves'}</p>
      <button type="button" onClick={() => go({ search: { kind: 'recharge' }, replace: true })}>
        Recharges
      </button>
    </>
  );
}

const Mine = Object.assign(() => <h1>Mine</h1>, { preload, fetch: fetchScreen });

setRoutes({ '/my': Mine, '/record': Records });
followHistory();

beforeEach(() => {
  preload.mockClear();
  goTo('/record', { replace: true });
});

const indexNow = () => useEntry.getState().index;
const addressNow = () => location.pathname + location.search;

/** Clicks a link whose page the browser does not open: it is stopped after the page has handled the click. */
function clickInBrowser(link: HTMLElement, click: MouseEventInit = {}): void {
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop);
  fireEvent.click(link, click);
  document.removeEventListener('click', stop);
}

/** Renders the current screen with links to others. */
function renderScreen(link?: React.ReactNode) {
  return renderInPage(
    <>
      {link}
      <Outlet notFound={<h1>Nothing here</h1>} />
    </>,
  );
}

describe('a link', () => {
  test('opens its screen as a new entry, with its state in the address', async () => {
    const before = indexNow();
    const { screen, user } = renderScreen(
      <Link to="/record" search={{ kind: 'recharge' }}>
        all recharges
      </Link>,
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', '/record?kind=recharge');
    await user.click(screen.getByRole('link'));
    expect(screen.getByRole('heading', { name: 'Records: recharge' })).toBeVisible();
    expect([addressNow(), indexNow()]).toEqual(['/record?kind=recharge', before + 1]);
  });

  test('can replace the entry', async () => {
    const before = indexNow();
    const { screen, user } = renderScreen(
      <Link to="/my" replace>
        mine
      </Link>,
    );
    await user.click(screen.getByRole('link'));
    expect(screen.getByRole('heading', { name: 'Mine' })).toBeVisible();
    expect(indexNow()).toBe(before);
  });

  test.each([
    ['of the middle button', { button: 1 }],
    ['with Ctrl', { ctrlKey: true }],
    ['with Meta', { metaKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with Alt', { altKey: true }],
  ])('leaves a click %s to the browser', (_name, click) => {
    const { screen } = renderScreen(<Link to="/my">mine</Link>);
    clickInBrowser(screen.getByRole('link'), click);
    expect(screen.getByRole('heading', { name: 'Records: all' })).toBeVisible();
  });

  test('into another tab, or whose click was handled, does not navigate', () => {
    const { screen } = renderScreen(
      <>
        <Link to="/my" target="_blank">
          other tab
        </Link>
        <Link to="/my" onClick={(event) => event.preventDefault()}>
          handled
        </Link>
      </>,
    );
    for (const link of screen.getAllByRole('link')) clickInBrowser(link);
    expect(addressNow()).toBe('/record');
  });

  test('fetches the code of its screen when it is pointed at, touched or focused', async () => {
    const { screen, user } = renderScreen(<Link to="/my">mine</Link>);
    expect(preload).not.toHaveBeenCalled();
    await user.hover(screen.getByRole('link'));
    expect(preload).toHaveBeenCalledTimes(1);
    fireEvent.touchStart(screen.getByRole('link'));
    expect(preload).toHaveBeenCalledTimes(2);
    act(() => screen.getByRole('link').focus());
    expect(preload).toHaveBeenCalledTimes(3);
  });

  test('to the current screen is marked, in its own style', () => {
    const styles = { activeProps: { className: 'here' }, inactiveProps: { className: 'there' } };
    const { screen } = renderScreen(
      <>
        <Link to="/record" className="tab" {...styles}>
          records
        </Link>
        <Link to="/my" className="tab" {...styles}>
          mine
        </Link>
      </>,
    );
    const [records, mine] = screen.getAllByRole('link');
    expect(records).toHaveAttribute('aria-current', 'page');
    expect(records).toHaveClass('tab', 'here');
    expect(mine).not.toHaveAttribute('aria-current');
    expect(mine).toHaveClass('tab', 'there');
  });
});

describe('the state of a screen', () => {
  test('changes by replacing the entry, and without its malformed values', async () => {
    const { screen, user } = renderScreen();
    act(() => goTo('/record?kind=robbery'));
    expect(screen.getByRole('heading', { name: 'Records: all' })).toBeVisible();
    const before = indexNow();
    await user.click(screen.getByRole('button', { name: 'Recharges' }));
    expect(screen.getByRole('heading', { name: 'Records: recharge' })).toBeVisible();
    expect([addressNow(), indexNow()]).toEqual(['/record?kind=recharge', before]);
  });

  test('is the same object until the address changes', () => {
    renderScreen();
    const count = parsed.mock.calls.length;
    act(() => useEntry.setState({ ...useEntry.getState() }));
    expect(parsed.mock.calls.length).toBe(count);
  });
});

describe('a path', () => {
  test('without a screen shows that there is none', () => {
    const { screen } = renderScreen();
    act(() => goTo('/toString'));
    expect(screen.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  });

  test('knows whether Back stays in the page', () => {
    const { screen } = renderScreen();
    act(() => useEntry.setState({ index: 0 }));
    expect(screen.getByText('Back leaves')).toBeVisible();
    act(() => navigate({ to: '/my' }));
    act(() => navigate({ to: '/record' }));
    expect(screen.getByText('Back stays here')).toBeVisible();
  });

  test('waits for the code of its screen, a failure included, and for nothing else', async () => {
    await screenIsHere('/my');
    expect(fetchScreen).toHaveBeenCalledOnce();
    fetchScreen.mockRejectedValueOnce(new TypeError('no network'));
    await expect(screenIsHere('/my')).resolves.toBeUndefined();
    await expect(screenIsHere('/nowhere')).resolves.toBeUndefined();
  });
});
