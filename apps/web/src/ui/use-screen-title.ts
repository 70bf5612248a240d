import { type RefObject, useEffect, useRef } from 'react';

const PRODUCT = 'City Mint';

/** The first screen of a document is announced by the browser; those that follow are by moving the focus. */
let isFirstScreen = true;

/** Puts a screen's title into the document; returns the ref of its heading, which has the focus when it opens. */
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
