import { expect, test } from 'vitest';
import { facadeOf, withTarget } from './without-facades.ts';

const FACADE = {
  fileName: 'assets/home-page-a.js',
  target: 'assets/home-page-b.js',
  names: new Map([
    ['HomePage', 't'],
    ['preload', 'n'],
  ]),
};

test.each([
  [
    'one export',
    'let{HomePage:e}=await import(`./home-page-a.js`);return{HomePage:e}',
    'let{t:e}=await import(`./home-page-b.js`);return{HomePage:e}',
  ],
  [
    'several, of which one keeps its name',
    'let{HomePage:e,preload}=await import("./home-page-a.js")',
    'let{t:e,n:preload}=await import("./home-page-b.js")',
  ],
  [
    'the list of files that are fetched together',
    'm.f||(m.f=["assets/home-page-a.js","assets/home-page-b.js"])',
    'm.f||(m.f=["assets/home-page-b.js","assets/home-page-b.js"])',
  ],
  ['other files', 'await import(`./home-page-c.js`)', 'await import(`./home-page-c.js`)'],
])('default: %s', (_what, code, changed) => expect(withTarget(code, FACADE)).toBe(changed));

test.each([
  ['a namespace', 'const page=await import(`./home-page-a.js`)'],
  ['a promise', 'import(`./home-page-a.js`).then(e=>e.HomePage)'],
  ['a static import', 'import{HomePage as e}from"./home-page-a.js";'],
  ['a rest', 'let{HomePage:e,...rest}=await import(`./home-page-a.js`)'],
])('the file stays where it is imported as %s', (_what, code) => expect(withTarget(code, FACADE)).toBeNull());

test.each([
  'export{t as HomePage,n as preload}from"./home-page-b.js";',
  "export { t as HomePage, n as preload } from './home-page-b.js';\n",
])('default: a file that only renames exports: %s', (code) =>
  expect(facadeOf({ code, fileName: FACADE.fileName, moduleIds: [] })).toEqual([FACADE]),
);

test.each([
  ['modules of its own', 'export{t as HomePage}from"./home-page-b.js";', ['home-page.tsx']],
  ['more than one statement', 'import"./other.js";export{t as HomePage}from"./home-page-b.js";', []],
])('a file with %s is none', (_what, code, moduleIds) =>
  expect(facadeOf({ code, fileName: FACADE.fileName, moduleIds })).toEqual([]),
);
