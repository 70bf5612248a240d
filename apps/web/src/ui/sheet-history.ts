import { useEffect, useEffectEvent } from 'react';
import { isSteppingBack, onHistoryStep, stepBack } from '#platform/router/location.ts';

/** What closes each open sheet, the uppermost last. */
const openSheets: (() => void)[] = [];

/** How many entries of sheets the current entry of the history is above its screen. */
function depth(): number {
  const state: unknown = history.state;
  const stored: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'sheetDepth') : 0;
  return typeof stored === 'number' ? stored : 0;
}

/**
 * Brings the history in step with the open sheets: each has an entry, which Back removes. Entries have the router's
 * state of their screen, so that for the router nothing happens.
 */
function reconcile(): void {
  // A second step would leave the screen; what is to be done is done once the first has been taken.
  if (isSteppingBack()) return;
  const surplus = depth() - openSheets.length;
  if (surplus > 0) stepBack(surplus);
  for (let level = depth() + 1; level <= openSheets.length; level += 1) {
    history.pushState({ ...history.state, sheetDepth: level }, '');
  }
}

/**
 * Closes sheets above the entry that the user went back to, and passes by entries of sheets that are closed. A step of
 * our own closes nothing: a sheet may have opened meanwhile.
 */
function handleBack(isOwn: boolean): void {
  while (!isOwn && openSheets.length > depth()) openSheets.pop()?.();
  reconcile();
}

/** Makes Back close sheets and dialogs. Call once at start. */
export function followSheetHistory(): void {
  onHistoryStep(handleBack);
  // A reload closes all sheets; their entries are left.
  reconcile();
}

/** Makes Back close what is open instead of leaving the screen. */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const closeThis = () => close();
    openSheets.push(closeThis);
    // One sheet may close for another to open: the history follows what comes of both.
    setTimeout(reconcile);
    return () => {
      const index = openSheets.indexOf(closeThis);
      if (index >= 0) openSheets.splice(index, 1);
      setTimeout(reconcile);
    };
  }, [open]);
}

/**
 * Runs what changes the address once the entries of closed sheets are gone: a filter that a sheet applies belongs to
 * the entry of its screen.
 */
export function onceSheetsAreClosed(action: () => void): void {
  // After the effects of the sheet that closes.
  setTimeout(() => {
    if (depth() <= openSheets.length) return action();
    addEventListener('popstate', () => onceSheetsAreClosed(action), { once: true });
  });
}
