import { expect, test } from 'vitest';
import { withOlderStyles } from './older-styles.ts';

test.each([
  ['.a{max-height:88dvh}', '.a{max-height:88vh;max-height:88dvh}'],
  [
    '.a{color:red;height:calc(100dvh - 1px);width:1px}',
    '.a{color:red;height:calc(100vh - 1px);height:calc(100dvh - 1px);width:1px}',
  ],
  [
    '.x{--x:1px;translate:var(--x) var(--y)}',
    '.x{--x:1px;translate:var(--x) var(--y)}@supports not (translate:0px){.x{transform:translate(var(--x),var(--y))}}',
  ],
  ['.a{height:100vh}', '.a{height:100vh}'],
])('%s', (source, result) => {
  expect(withOlderStyles(source)).toBe(result);
});
