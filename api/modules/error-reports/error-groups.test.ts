import { beforeEach, describe, expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createErrorGroups, fingerprintOf, GROUPS_MAX, NOTICES_PER_MINUTE } from './error-groups.ts'
import { REPORT } from './error-report.fixture.ts'

let clock: TestClock
let groups: ReturnType<typeof createErrorGroups>
beforeEach(() => {
  clock = testClock(0)
  groups = createErrorGroups(clock)
})

/** Reports with fingerprints of their own, a minute's notices a minute. */
function addOthers(count: number): void {
  for (let index = 0; index < count; index++) {
    if (index % NOTICES_PER_MINUTE === 0) clock.advance(MINUTE_MS)
    groups.add({ ...REPORT, name: `Other${index}` })
  }
}

describe('the fingerprint', () => {
  const at = (stack: string) => fingerprintOf({ ...REPORT, stack })

  test('is the same for other numbers, quotes, origins, pages, and frames further out', () => {
    const frames = ['at a (https://t.example/x.js:1:2)', 'at b', 'at c']
    const same = at(frames.join('\n'))
    expect(at(['at a (app://tidemark/x.js:1:2)', 'at b', 'at c', 'at d'].join('\n'))).toBe(same)
    expect(fingerprintOf({ ...REPORT, message: "index 7 of 'a'" })).toBe(
      fingerprintOf({ ...REPORT, message: "index 12 of 'b'", route: '/', platform: 'desktop' }),
    )
  })

  test('differs by name, text and newest frames', () => {
    const all = [
      REPORT,
      { ...REPORT, name: 'RangeError' },
      { ...REPORT, message: 'Other' },
      { ...REPORT, stack: REPORT.stack.replace('2345', '2346') },
    ].map(fingerprintOf)
    expect(new Set(all).size).toBe(all.length)
    expect(all[0]).toMatch(/^[0-9a-f]{32}$/)
  })
})

test('a group is noticed at its first report, then at most once an hour with its count', () => {
  expect(groups.add(REPORT)).toMatchObject({ count: 1 })
  clock.advance(HOUR_MS - 1)
  expect([groups.add(REPORT), groups.add(REPORT)]).toEqual([null, null])
  clock.advance(1)
  expect(groups.add(REPORT)).toMatchObject({ count: 3 })
  expect(groups.add(REPORT)).toBeNull()
})

test('the group that was reported longest ago is forgotten', () => {
  groups.add(REPORT)
  addOthers(GROUPS_MAX - 1)
  expect(groups.add(REPORT)).toBeNull()
  addOthers(GROUPS_MAX - 1)
  expect(groups.add(REPORT)).toBeNull()
  addOthers(GROUPS_MAX)
  expect(groups.add(REPORT)).toMatchObject({ count: 1 })
})

test('invented errors cause a bounded number of notices, and no report is lost from a count', () => {
  const named = (index: number) => ({ ...REPORT, name: `Invented${index}` })
  const notices = Array.from({ length: 100 }, (_, index) => groups.add(named(index)))
  expect(notices.filter((notice) => notice !== null)).toHaveLength(NOTICES_PER_MINUTE)
  clock.advance(MINUTE_MS)
  expect(groups.add(named(99))).toMatchObject({ count: 2 })
})
