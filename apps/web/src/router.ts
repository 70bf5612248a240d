import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { CrashPage } from './crash-page.tsx';
import { HomePage } from './home/home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RootPage } from './root-page.tsx';

const rootRoute = createRootRoute({ component: RootPage });

const emptyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/index', replace: true });
  },
});

// Home is in the first load: it is where most visits begin. Every other screen is fetched on demand.
const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/index', component: HomePage });

const myRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my',
  component: lazyRouteComponent(() => import('./my/my-page.tsx'), 'MyPage'),
});

const cityRoute = createRoute({ getParentRoute: () => rootRoute, path: '/city', component: NotFoundPage });
const assetsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/assets', component: NotFoundPage });

const routeTree = rootRoute.addChildren([emptyRoute, homeRoute, cityRoute, assetsRoute, myRoute]);

export const router = createRouter({
  routeTree,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
