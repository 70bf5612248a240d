import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { closePrompt, usePromptStore } from './prompt-store.ts';
import { useWalletWait } from './wallet-wait.ts';

const Prompts = lazySheet(['wallet'], async () => (await import('./session-prompts.tsx')).prepareSessionPrompts());
const waitingCode = lazyCode(['wallet'], async () => (await import('./views/wallet-waiting.tsx')).WalletWaiting);

/** Fetches the sheets of connection and sign-in and the wallet library: call it on pointerenter or focus. */
export async function preloadPrompts(): Promise<void> {
  await Promise.all([preloadSheet(), Prompts.preload()]);
}

/** Shows the prompts of the session, and requests to the wallet outside them; rendered once. */
export function SessionRegion() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  const isShown = wait !== null && (prompt === null || prompt === 'status');
  const waiting = useLazyCode(waitingCode, isShown);
  return (
    <>
      <Prompts open={prompt !== null} onClose={closePrompt} />
      {isShown && waiting.kind === 'ready' && (
        <div className="fixed inset-x-0 bottom-[calc(0.8rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-[4.8rem] px-4">
          <div className="animate-rise rounded-xl border border-line bg-surface px-4 py-3 shadow-float">
            <waiting.part wait={wait} />
          </div>
        </div>
      )}
    </>
  );
}
