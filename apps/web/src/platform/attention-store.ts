import { create } from 'zustand';

/** Tabs with an event that the user has not seen yet. */
export const useAttentionStore = create<{ readonly city: boolean }>(() => ({ city: false }));
