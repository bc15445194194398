import { expect, test } from 'bun:test'
import { faultTable } from './fault-table.mjs'

test('a fault is one row: what was made, what was written, what is wrong, and the rest', () => {
  const counts = {
    restarts: 6,
    'acknowledged writes': 9000,
    failures: 0,
    'ms until well again at most': 300,
    answers: '9000 × 200, 12 × 503 NOT_READY',
  }
  expect(faultTable([{ what: 'PostgreSQL restarted', counts }]).split('\n')).toEqual([
    '| fault | made | acknowledged writes | failures | more |',
    '| --- | --- | --- | --- | --- |',
    '| PostgreSQL restarted | 6 restarts | 9000 | 0 | 300 ms until well again at most; 9000 × 200, 12 × 503 NOT_READY |',
  ])
})
