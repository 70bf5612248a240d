import { create } from 'zustand';
import type { VisitorStage } from './visitor-stage.ts';

/** The sheets of connection and sign-in, of which at most one is open. */
export type Prompt = 'connect' | 'switch' | 'authorize' | 'status';

type PromptState = {
  readonly prompt: Prompt | null;
  /** The visitor asked for all steps at once, so the wallet is asked for the next one without another tap. */
  readonly isThrough: boolean;
};

export const usePromptStore = create<PromptState>(() => ({ prompt: null, isThrough: false }));

/** Opens a prompt, replacing the open one. */
export function openPrompt(prompt: Prompt): void {
  usePromptStore.setState({ prompt });
}

/** Closes the open prompt. */
export function closePrompt(): void {
  usePromptStore.setState({ prompt: null, isThrough: false });
}

/** Returns the prompt for the next step of a stage; null if there is none. */
export function promptOfStage(stage: VisitorStage): Prompt | null {
  switch (stage) {
    case 'disconnected':
      return 'connect';
    case 'wrong-chain':
      return 'switch';
    case 'connected':
      return 'authorize';
    case 'connecting':
    case 'authorized':
      return null;
  }
}
