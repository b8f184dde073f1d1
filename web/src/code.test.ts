import { expect, test } from 'vitest';
import { readCode } from './code';

test.each([
  ['KR7TM', 'KR7TM'],
  ['kr7tm', 'KR7TM'],
  [' k r 7 t m ', 'KR7TM'],
  ['KR-7TM', 'KR7TM'],
  ['https://kroeg.example/t/kr7tm', 'KR7TM'],
  ['  http://127.0.0.1:8000/t/KR7TM?groot=1#x ', 'KR7TM'],
  ['Kom je klaverjassen? Schuif aan bij tafel KR7TM: https://kroeg.example/t/KR7TM', 'KR7TM'],
  ['tafel KR7TM.', 'KR7TM'],
  ['', null],
  ['KR7T', null],
  ['KRAAN', null],
  ['https://kroeg.example/t/%E0%A4%A', null],
])('in %j the code is %j', (text, code) => {
  expect(readCode(text)).toBe(code);
});
