import { create } from 'zustand';

export type ToastKind = 'plain' | 'success' | 'danger';
export type Toast = { readonly id: number; readonly text: string; readonly kind: ToastKind };

const SHOWN_MS = 2000;

export const useToastStore = create<{ readonly toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a text in the middle of the screen for two seconds, or until the next one. */
export function showToast(text: string, kind: ToastKind = 'plain'): void {
  lastId += 1;
  useToastStore.setState({ toast: { id: lastId, text, kind } });
  clearTimeout(timer);
  timer = setTimeout(() => useToastStore.setState({ toast: null }), SHOWN_MS);
}
