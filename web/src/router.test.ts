import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test.each([
  ['/', '', { page: 'home' }],
  ['/t/kr7tm', '', { page: 'table', code: 'KR7TM' }],
  ['/regels', '#club-overtrump', { page: 'rules', section: 'club-overtrump' }],
  ['/rules', '', { page: 'rules', section: '' }],
  ['/leitje/kr7tm/abc', '', { page: 'slate', code: 'KR7TM', key: 'abc' }],
  ['/leitje/kr7tm', '', { page: 'missing' }],
  ['/eerlijk', '', { page: 'fair' }],
  ['/fair', '', { page: 'fair' }],
  ['/kijk/abc', '', { page: 'watch', key: 'abc' }],
  ['/t', '', { page: 'missing' }],
  ['/elders/heen', '', { page: 'missing' }],
])('%s%s is %o', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});
