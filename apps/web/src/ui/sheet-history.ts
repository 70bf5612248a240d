import { useEffect, useEffectEvent } from 'react';
import { isSteppingBack, onHistoryStep, stepBack } from '#platform/router/location.ts';

/** The functions that close the open sheets, the uppermost last. */
const openSheets: (() => void)[] = [];

/** Returns the number of sheet entries between the screen's entry and the current one. */
function depth(): number {
  const state: unknown = history.state;
  const stored: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'sheetDepth') : 0;
  return typeof stored === 'number' ? stored : 0;
}

/**
 * Synchronizes the history with the open sheets: each has an entry, which Back removes. Sheet entries carry the
 * router's state of their screen, so that the router ignores them.
 */
function reconcile(): void {
  // A second step would leave the screen; `reconcile` runs again after the first one.
  if (isSteppingBack()) return;
  const surplus = depth() - openSheets.length;
  if (surplus > 0) stepBack(surplus);
  for (let level = depth() + 1; level <= openSheets.length; level += 1) {
    history.pushState({ ...history.state, sheetDepth: level }, '');
  }
}

/**
 * Closes sheets above the entry that the user went back to, and skips entries of closed sheets. Our own step closes
 * nothing, since a sheet may have opened after it started.
 */
function handleBack(isOwn: boolean): void {
  while (!isOwn && openSheets.length > depth()) openSheets.pop()?.();
  reconcile();
}

/** Makes Back close sheets and dialogs. Call once at start. */
export function followSheetHistory(): void {
  onHistoryStep(handleBack);
  // A reload closes all sheets but leaves their entries.
  reconcile();
}

/** Makes Back close the open sheet or dialog instead of leaving the screen. */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const closeThis = () => close();
    openSheets.push(closeThis);
    // One sheet may close for another to open: update the history after both effects.
    setTimeout(reconcile);
    return () => {
      const index = openSheets.indexOf(closeThis);
      if (index >= 0) openSheets.splice(index, 1);
      setTimeout(reconcile);
    };
  }, [open]);
}

/**
 * Runs an action that changes the URL once the entries of closed sheets are gone: a filter that a sheet applies belongs
 * to its screen's entry.
 */
export function onceSheetsAreClosed(action: () => void): void {
  // After the effects of the closing sheet.
  setTimeout(() => {
    if (depth() <= openSheets.length) return action();
    addEventListener('popstate', () => onceSheetsAreClosed(action), { once: true });
  });
}
