import { type RefObject, useEffect, useRef } from 'react';

const PRODUCT = 'City Mint';

/** The browser announces the first screen of a document; moving the focus announces later ones. */
let isFirstScreen = true;

/**
 * Sets the document's title to the screen's; returns the ref of its heading, which is focused when the screen opens.
 */
export function useScreenTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
  useEffect(() => {
    if (!isFirstScreen && document.querySelector('[role="dialog"]') === null)
      heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, []);
  return heading;
}
