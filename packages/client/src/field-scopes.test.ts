import { expect, test } from 'vitest';
import { fieldsWithoutScope, withFieldScopes } from './field-scopes.ts';

test.each([
  ['class A{#e=f;static b=new Set}', 'class A{#e=(()=>(f))();static b=(()=>(new Set))()}'],
  ['class A{a=()=>this.b;c={d:e}}', 'class A{a=(()=>(()=>this.b))();c=(()=>({d:e}))()}'],
  ['class A{a=class{b=c}}', 'class A{a=(()=>(class{b=(()=>(c))()}))()}'],
  ['class A{a=1;b=!0;c=void 0;d=[];e={};f;g(){return h}}', 'class A{a=1;b=!0;c=void 0;d=[];e={};f;g(){return h}}'],
])('%s', (source, result) => {
  expect(withFieldScopes('a.js', source)).toBe(result);
  expect(fieldsWithoutScope('a.js', result)).toEqual([]);
});
