/** Kinds of content, one per tab. */
export const TABS = ['texts', 'questions', 'contacts', 'announcements', 'disclosure'] as const;

const STATES = ['overridden', 'partly'] as const;

/** Search parameters of the room: its tab, the filters of texts, and the text being edited. */
export type ContentSearch = {
  readonly tab?: (typeof TABS)[number] | undefined;
  readonly area?: string | undefined;
  readonly search?: string | undefined;
  readonly state?: (typeof STATES)[number] | undefined;
  readonly key?: string | undefined;
};

/** Returns the valid search parameters of an address, without the others. */
export function parseContentSearch(search: Readonly<Record<string, unknown>>): ContentSearch {
  const tab = TABS.find((each) => each === search['tab']);
  const state = STATES.find((each) => each === search['state']);
  const text = (name: 'area' | 'search' | 'key') => {
    const value = search[name];
    const known = typeof value === 'number' ? String(value) : value;
    return typeof known === 'string' && known !== '' ? { [name]: known.slice(0, 200) } : {};
  };
  return {
    ...(tab !== undefined && { tab }),
    ...(state !== undefined && { state }),
    ...{ ...text('area'), ...text('search'), ...text('key') },
  };
}
