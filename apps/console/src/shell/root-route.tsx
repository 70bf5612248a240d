import { createRootRoute, Outlet } from '@tanstack/react-router';
import { ActionSheet } from '#actions/action-sheet.tsx';
import { useSessionStore } from '#platform/session-store.ts';
import { SignInPage } from '#session/sign-in-page.tsx';
import { Crashed, NotFound } from './error-pages.tsx';
import { Frame } from './frame.tsx';

/** Every page is inside the frame, and behind the sign-in. */
export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crashed });

function Root() {
  const { session } = useSessionStore();
  // The address remains, so that the link of a proposal opens after the sign-in.
  if (session === null) return <SignInPage />;
  return (
    <Frame>
      <Outlet />
      <ActionSheet />
    </Frame>
  );
}
