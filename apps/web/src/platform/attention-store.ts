import { create } from 'zustand';

/** Tabs where something has happened that the user has not seen yet. */
export const useAttentionStore = create<{ readonly city: boolean }>(() => ({ city: false }));
