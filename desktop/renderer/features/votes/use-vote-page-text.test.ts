import { expect, test } from 'bun:test'
import { priceRange } from './use-vote-page-text.ts'

test('up is above +5 %, down below −5 %, steady between them, exactly', () => {
  expect(priceRange('up', '67250.10')).toEqual({ kind: 'up', price: '70612.605' })
  expect(priceRange('down', '67250.10')).toEqual({ kind: 'down', price: '63887.595' })
  expect(priceRange('steady', '100')).toEqual({ kind: 'steady', low: '95', high: '105' })
  expect(priceRange('unknown', '100')).toEqual({ kind: 'unknown' })
})
