import { expect, test } from 'bun:test'
import { isResultDue, settledSince, updatedRecord } from './settled-votes.ts'

const at = (day: number) => `2026-11-${day}T00:00:00.000Z`
const NOW = Date.parse(at(24))
const open = { targetTime: at(26), settledAt: null }
const settled = { targetTime: at(19), settledAt: at(19) }

test('the first visit counts earlier results as seen', () => {
  const record = updatedRecord(null, [open, settled], NOW)
  expect(record).toEqual({ seen: at(24), pending: [at(26)] })
  expect(settledSince(record.seen, [open, settled])).toEqual([])
})

test('a call settled since then is shown until it is dismissed', () => {
  const first = updatedRecord(null, [open], NOW)
  expect(isResultDue(first, Date.parse(at(25)))).toBe(false)
  expect(isResultDue(first, Date.parse(at(26)))).toBe(true)
  const result = { ...open, settledAt: '2026-11-26T00:00:02.500Z' }
  const second = updatedRecord(first, [result], Date.parse(at(27)))
  expect(settledSince(second.seen, [result])).toEqual([result])
  expect(second.pending).toEqual([at(26)])
  const dismissed = updatedRecord({ ...second, seen: result.settledAt }, [result], NOW)
  expect(dismissed.pending).toEqual([])
  expect(settledSince(dismissed.seen, [result])).toEqual([])
  expect(isResultDue(null, NOW)).toBe(false)
})
