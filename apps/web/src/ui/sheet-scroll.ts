import { createContext, type RefObject } from 'react';

/** The scrolling part of the sheet around a list; null on a screen, which scrolls with the window. */
export const SheetScroll = createContext<RefObject<HTMLElement | null> | null>(null);
