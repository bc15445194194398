import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pictureUrl, stepSize, TABLE_MAX } from './insert.ts'

describe('the table size', () => {
  test('changes by one, and to the ends of a row', () => {
    const size = { rows: 3, columns: 4 }
    expect(stepSize(size, 'ArrowRight')).toEqual({ rows: 3, columns: 5 })
    expect(stepSize(size, 'ArrowLeft')).toEqual({ rows: 3, columns: 3 })
    expect(stepSize(size, 'ArrowDown')).toEqual({ rows: 4, columns: 4 })
    expect(stepSize(size, 'ArrowUp')).toEqual({ rows: 2, columns: 4 })
    expect(stepSize(size, 'Home')).toEqual({ rows: 3, columns: 1 })
    expect(stepSize(size, 'End')).toEqual({ rows: 3, columns: TABLE_MAX })
    expect(stepSize(size, 'a')).toBeNull()
  })

  test('stays within 1 to 10', () => {
    const keys = fc.constantFrom('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End')
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 60 }), (pressed) => {
        let size = { rows: 1, columns: 1 }
        for (const key of pressed) size = stepSize(size, key) ?? size
        expect(Math.min(size.rows, size.columns)).toBeGreaterThanOrEqual(1)
        expect(Math.max(size.rows, size.columns)).toBeLessThanOrEqual(TABLE_MAX)
      }),
    )
  })
})

test('completes picture addresses and rejects all but https', () => {
  expect(pictureUrl(' https://a.example/b.png ')).toBe('https://a.example/b.png')
  expect(pictureUrl('//a.example/b.png')).toBe('https://a.example/b.png')
  expect(pictureUrl('a.example/b.png')).toBe('https://a.example/b.png')
  for (const bad of ['', 'http://a.example/b', 'javascript:x', 'data:image/svg+xml,x', 'word']) {
    expect(pictureUrl(bad)).toBeNull()
  }
})
