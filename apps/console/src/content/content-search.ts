/** The kinds of content, as the room's tabs show them. */
export const TABS = ['texts', 'questions', 'contacts', 'announcements', 'disclosure'] as const;

const STATES = ['overridden', 'partly'] as const;

/** What the address of the room says: its tab, the filters of texts, and the text that is edited. */
export type ContentSearch = {
  readonly tab?: (typeof TABS)[number] | undefined;
  readonly area?: string | undefined;
  readonly search?: string | undefined;
  readonly state?: (typeof STATES)[number] | undefined;
  readonly key?: string | undefined;
};

/** Returns the search of an address; what is none of it is left out. */
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
