import { expect, test } from 'bun:test'
import { LOOK_ALIKES } from '#shared/rules/look-alikes.ts'
import { lookAlikeTable } from './look-alike-table.ts'

test('the stored look-alikes are those of the data (bun build/write-look-alikes.ts)', () => {
  expect(LOOK_ALIKES).toEqual(lookAlikeTable())
})
