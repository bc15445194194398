import { expect, test } from 'bun:test'
import { faultTable } from './counts.mjs'

test('formats a fault as one row: repetitions, writes, failures, other counts', () => {
  const counts = {
    restarts: 6,
    'acknowledged writes': 9000,
    failures: 0,
    'ms to recover at most': 300,
    replies: '9000 × 200, 12 × 503 NOT_READY',
  }
  expect(faultTable([{ what: 'PostgreSQL restarted', counts }]).split('\n')).toEqual([
    '| fault | made | acknowledged writes | failures | more |',
    '| --- | --- | --- | --- | --- |',
    '| PostgreSQL restarted | 6 restarts | 9000 | 0 | 300 ms to recover at most; 9000 × 200, 12 × 503 NOT_READY |',
  ])
})
