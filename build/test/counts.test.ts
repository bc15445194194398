import { expect, test } from 'bun:test'
import { faultTable } from './counts.mjs'

test('shows a fault as one row: what was done, writes, failures, other counts', () => {
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
