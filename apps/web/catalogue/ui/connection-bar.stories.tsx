import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useEffect } from 'react';
import { useConnectionStore } from '#platform/connection-store.ts';
import { ConnectionBar } from '#ui/connection-bar.tsx';

function Down({ lastAnswerAt }: { readonly lastAnswerAt: number | null }) {
  useEffect(() => {
    useConnectionStore.setState({ isDown: true, lastAnswerAt });
    return () => {
      useConnectionStore.setState({ isDown: false, lastAnswerAt: null });
      document.documentElement.removeAttribute('data-offline');
    };
  }, [lastAnswerAt]);
  return <ConnectionBar />;
}

export const stories: Stories = {
  connected: () => <ConnectionBar />,
  'never-connected': () => <Down lastAnswerAt={null} />,
  'disconnected-since': () => <Down lastAnswerAt={Date.UTC(2026, 9, 21, 4)} />,
};
