const NO_TEXT = ['checkbox', 'radio', 'range', 'hidden', 'file', 'button', 'submit'];

/** Returns the field for text of a part of the page if it has exactly one. */
export function onlyField(part: ParentNode | null): HTMLInputElement | HTMLTextAreaElement | null {
  const all = part?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [];
  const [field = null, ...others] = [...all].filter(({ type, disabled }) => !disabled && !NO_TEXT.includes(type));
  return others.length === 0 ? field : null;
}

/** The invisible field that has the focus, and the element that had it before. */
let hold: { readonly field: Element; readonly from: Element | null } | null = null;

/** Focuses the only field of a part; returns the element that had the focus before, or null without such a field. */
export function focusOnlyField(part: ParentNode | null): Element | null {
  const from = document.activeElement === hold?.field ? hold.from : document.activeElement;
  const field = onlyField(part);
  field?.focus({ preventScroll: true });
  return field === null ? null : from;
}

/** A browser that has fetched no code for this long keeps no keyboard open. */
const LONGEST_HOLD_MS = 5_000;

/**
 * Focuses an invisible field until another element takes the focus. Call it in the tap that opens a sheet with one
 * field: iOS opens the keyboard only for a field that is focused within a tap, and keeps it while the focus moves on to
 * the sheet's own field, whose code may still be fetched.
 */
export function holdKeyboard(): void {
  const held = document.createElement('input');
  held.inputMode = 'decimal';
  held.tabIndex = -1;
  held.setAttribute('aria-hidden', 'true');
  // 16 px, below which Safari zooms in.
  held.style.cssText = 'position:fixed;top:0;opacity:0;width:1px;pointer-events:none;font-size:16px';
  document.body.append(held);
  hold = { field: held, from: document.activeElement };
  held.focus({ preventScroll: true });
  const remove = () => held.remove();
  held.addEventListener('blur', remove, { once: true });
  setTimeout(remove, LONGEST_HOLD_MS);
}
