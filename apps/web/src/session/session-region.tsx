import { lazySheet } from '#ui/lazy-sheet.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { useWalletWait } from './ask-wallet.ts';
import { closePrompt, usePromptStore } from './prompt-store.ts';
import { WalletWaiting } from './views/wallet-waiting.tsx';

const Prompts = lazySheet(['wallet'], async () => (await import('./session-prompts.tsx')).SessionPrompts);

/** Fetches the sheets of connection and sign-in and the wallet library: call it on pointerenter or focus. */
export async function preloadPrompts(): Promise<void> {
  await Promise.all([preloadSheet(), Prompts.preload()]);
}

/** Shows the prompts of the session, and requests to the wallet outside of them; rendered once. */
export function SessionRegion() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  return (
    <>
      <Prompts open={prompt !== null} onClose={closePrompt} />
      {wait !== null && (prompt === null || prompt === 'status') && (
        <div className="fixed inset-x-0 bottom-[calc(0.8rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-[4.8rem] px-4">
          <div className="animate-rise rounded-xl border border-line bg-surface px-4 py-3 shadow-float">
            <WalletWaiting wait={wait} />
          </div>
        </div>
      )}
    </>
  );
}
