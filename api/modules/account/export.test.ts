import { expect, test } from 'bun:test'
import { csvLine } from './export.ts'

test.each([
  [['a', 1, -2, null], 'a,1,-2,'],
  [['=1+1', '+x', '-x', '@x', '\tx', '\rx'], `'=1+1,'+x,'-x,'@x,'\tx,"'\rx"`],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=HYPERLINK("http://x")'], `"'=HYPERLINK(""http://x"")"`],
])('writes %p', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})
