import { type Prompt, usePromptStore } from './prompt-store.ts';
import { signIn } from './sign-in-flow.ts';
import { switchToActiveChain } from './switch-flow.ts';

/**
 * Asks the wallet for the open prompt's step and those after it, for a visitor whose operation needs all of them
 * (`ensureAuthorized`). Ends at the first refusal: the prompt that explains the step stays open, with its button.
 */
export async function goThrough(): Promise<void> {
  if (isNext('switch')) await switchToActiveChain();
  if (isNext('authorize')) await signIn();
}

function isNext(step: Prompt): boolean {
  const { prompt, isThrough } = usePromptStore.getState();
  return isThrough && prompt === step;
}
