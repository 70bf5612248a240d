/**
 * The page's service worker: opens the page without a network and shows its notifications. It never answers for the
 * API and never changes what it passes on. What it keeps are the page's own files: the document as the server last sent
 * it, and files with a hash in their name.
 */
declare const self: ServiceWorkerGlobalScope;

const CACHE = 'city-mint-page';
/** The document without a picture of the first screen, which would be an old one, and is opened for every screen. */
const SHELL = '/shell';
const FIRST_SCREEN = '/index';
/** A slow network is given up for the stored document after this time. */
const NETWORK_PATIENCE_MS = 4_000;
/** The page has about 150 files; those of earlier releases beyond this number are removed, oldest first. */
const MAX_FILES = 400;

const NOT_THE_PAGE = /^\/(api|docs|health|metrics)(\/|$)/;
const HASHED_FILE = /^\/assets\//;
const PUBLIC_FILE = /^\/(theme\.js|favicon\.svg|(apple-touch-)?icon[\w-]*\.png|manifest\.webmanifest)$/;

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

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  event.waitUntil(openScreen(typeof data === 'string' ? data : FIRST_SCREEN));
});

/** Stores the document and the files that it names: what the first screen needs. */
async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const response = await fetch(SHELL, { cache: 'no-cache' });
  if (!isDocument(response)) throw new Error(`the page's document was answered with ${response.status}`);
  const text = await response.clone().text();
  await cache.put(SHELL, response);
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  await Promise.all(files.filter((path) => !NOT_THE_PAGE.test(path)).map((path) => cache.add(path)));
}

/** The server's document, else the stored one. */
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

/** Stores the document of the release that the server has now. */
async function refreshShell(): Promise<void> {
  const response = await fetch(SHELL, { cache: 'no-cache' }).catch(() => undefined);
  if (response !== undefined && isDocument(response)) await (await caches.open(CACHE)).put(SHELL, response);
}

/** A hash names one content permanently: the stored file is as good as the server's. */
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

/** Shows a screen of the page in the window that is open, else in a new one. */
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

// A module of its own, so that `self` is the worker and no global of other files.
export {};
