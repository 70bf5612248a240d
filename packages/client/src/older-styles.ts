type BuiltFile = { readonly type: string; readonly fileName: string; source?: string | Uint8Array };

/**
 * A plugin of Vite that adds to the style sheets of a build what the oldest supported browsers need in addition to
 * newer styles, which neither Tailwind nor the build's target translates.
 */
export function olderStyles() {
  return {
    name: 'older-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options: unknown, bundle: Readonly<Record<string, BuiltFile>>) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = withOlderStyles(String(file.source));
      }
    },
  } as const;
}

/**
 * Returns a minified style sheet with `vh` before each length in `dvh` (Chrome 108), and with `transform` instead of
 * `translate` (Chrome 104) where that is not supported.
 */
export function withOlderStyles(source: string): string {
  const css = source.replace(/[a-z-]+:[^;{}]*\ddvh[^;{}]*/g, (whole) => `${whole.replaceAll('dvh', 'vh')};${whole}`);
  const moved = [...css.matchAll(/([^{}@]+)\{([^{}]*?)translate:(var\([\w-]+\)) (var\([\w-]+\))[^{}]*\}/g)].map(
    ([, selector = '', , x = '', y = '']) => `${selector}{transform:translate(${x},${y})}`,
  );
  return moved.length === 0 ? css : `${css}@supports not (translate:0px){${moved.join('')}}`;
}
