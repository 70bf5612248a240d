/**
 * The page's service worker: opens the page offline and shows its notifications, also those by web push. It never
 * answers API calls and never changes a response. It caches the page's own files: the document that the server sent
 * last, and files with a hash in their name.
 */
declare const self: ServiceWorkerGlobalScope;

const CACHE = 'city-mint-page';
/** The document without a first picture, which would be outdated; it opens every screen. */
const SHELL = '/shell';
const FIRST_SCREEN = '/index';
/** After this time the cached document is used instead of waiting for the network. */
const NETWORK_PATIENCE_MS = 4_000;
/** The page has about 150 files; beyond this number, files of earlier releases are evicted, oldest first. */
const MAX_FILES = 400;

const NOT_THE_PAGE = /^\/(api|docs|health|metrics)(\/|$)/;
const HASHED_FILE = /^\/assets\//;
const PUBLIC_FILE = /^\/(theme\.js|favicon\.svg|(apple-touch-)?icon[\w-]*\.png|manifest\.webmanifest)$/;

/** The action of a notice by web push that ends all of them in this browser. */
const STOP = 'stop';
const STOP_CALL = '/api/app/push/stop';

self.addEventListener('install', (event) => {
  event.waitUntil(storeShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || NOT_THE_PAGE.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(documentOf(request));
  else if (HASHED_FILE.test(pathname)) event.respondWith(hashedFile(request));
  else if (PUBLIC_FILE.test(pathname)) event.respondWith(newestFile(request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  if (event.action === STOP) event.waitUntil(stopNotices(field(data, 'stopToken')));
  else event.waitUntil(openScreen(typeof data === 'string' ? data : field(data, 'path') || FIRST_SCREEN));
});

/**
 * Shows a notice by web push. The server may send it twice; a notification of the same tag, also the page's own with
 * more content, is shown already.
 */
async function showNotice(data: PushMessageData | null): Promise<void> {
  const notice: unknown = data?.json();
  const [tag, path, stopToken] = [field(notice, 'tag'), field(notice, 'path'), field(notice, 'stopToken')];
  if ((await self.registration.getNotifications({ tag })).length > 0) return;
  const options = {
    body: field(notice, 'body'),
    tag,
    lang: field(notice, 'lang'),
    icon: '/icon-192.png',
    data: { path, stopToken },
    actions: [{ action: STOP, title: field(notice, 'stop') }],
  };
  await self.registration.showNotification('City Mint', options);
}

function field(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : '';
}

/** Ends the notices of this browser without a session, here and on the server. */
async function stopNotices(stopToken: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const call = fetch(STOP_CALL, { method: 'POST', headers, body: JSON.stringify({ stopToken }) });
  const subscription = await self.registration.pushManager.getSubscription();
  await Promise.allSettled([call, subscription?.unsubscribe()]);
}

/** Caches the document and the files that it names, which are all that the first screen needs. */
async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const response = await fetch(SHELL, { cache: 'no-cache' });
  if (!isDocument(response)) throw new Error(`the page's document was answered with ${response.status}`);
  const text = await response.clone().text();
  await cache.put(SHELL, response);
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  await Promise.all(files.filter((path) => !NOT_THE_PAGE.test(path)).map((path) => cache.add(path)));
}

/** Returns the server's document, else the cached one. */
async function documentOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const fromServer = fetch(request).then(async (response) => {
    if (isDocument(response)) void refreshShell();
    return response;
  });
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_PATIENCE_MS));
  const answer = await Promise.race([fromServer, patience]).catch(() => undefined);
  return answer ?? (await cache.match(SHELL)) ?? fromServer;
}

/** Caches the document of the server's current release. */
async function refreshShell(): Promise<void> {
  const response = await fetch(SHELL, { cache: 'no-cache' }).catch(() => undefined);
  if (response !== undefined && isDocument(response)) await (await caches.open(CACHE)).put(SHELL, response);
}

/** A hash identifies its content permanently, so the cached file is as good as the server's. */
async function hashedFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request.url);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    await cache.put(request.url, response.clone());
    await removeOldest(cache);
  }
  return response;
}

async function newestFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request.url);
    if (stored !== undefined) return stored;
    throw error;
  }
}

async function removeOldest(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => HASHED_FILE.test(new URL(url).pathname));
  await Promise.all(files.slice(0, Math.max(0, files.length - MAX_FILES)).map((file) => cache.delete(file)));
}

function isDocument(response: Response): boolean {
  return response.ok && response.headers.get('content-type')?.startsWith('text/html') === true;
}

/** Opens a screen of the page in the open window, else in a new one. */
async function openScreen(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(url.href);
    return;
  }
  await open.focus();
  await open.navigate(url.href);
}

// Makes this file a module, so that `self` here is the worker and not a global of other files.
export {};
