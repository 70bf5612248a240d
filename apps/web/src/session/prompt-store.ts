import { create } from 'zustand';
import type { VisitorStage } from './visitor-stage.ts';

/** Sheets of connection and login; at most one is open. */
export type Prompt = 'connect' | 'switch' | 'authorize' | 'status';

export const usePromptStore = create<{ readonly prompt: Prompt | null }>(() => ({ prompt: null }));

export function openPrompt(prompt: Prompt): void {
  usePromptStore.setState({ prompt });
}

export function closePrompt(): void {
  usePromptStore.setState({ prompt: null });
}

/** The prompt that leads on from a stage; null where nothing is missing or nothing can be done yet. */
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
