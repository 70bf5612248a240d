/**
 * Returns the names of the tests that a `.tree` file requires. A line without a branch names a function, its branches
 * lead to leaves ("it …"): `withdraw / when the deadline is now / it reverts` is
 * test_withdraw_WhenTheDeadlineIsNow_ItReverts. `(fuzz)` after a leaf makes it a testFuzz, and everything under
 * `invariant` an invariant.
 */
export function testNames(tree: string): readonly string[] {
  const names: string[] = [];
  let path: string[] = [];
  for (const line of tree.split('\n')) {
    const text = line.replace(/^[│├└─\s]+/u, '').trimEnd();
    if (text === '') continue;
    const depth = line.indexOf(text) / 4;
    path = [...path.slice(0, depth), text];
    if (text.startsWith('it ')) names.push(testName(path));
  }
  return names;
}

function testName([root = '', ...branches]: readonly string[]): string {
  const fuzz = branches.at(-1)?.endsWith(' (fuzz)') === true;
  const tail = branches.map((branch) => camelCase(branch.replace(/ \(fuzz\)$/, '')));
  if (root === 'invariant') return ['invariant', ...tail].join('_');
  return [fuzz ? 'testFuzz' : 'test', root, ...tail].join('_');
}

function camelCase(sentence: string): string {
  return sentence
    .replaceAll("'", '')
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}
