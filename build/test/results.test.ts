import { describe, expect, test } from 'bun:test'
import { readJunit, readPlaywrightReport } from './results.mjs'

describe("Bun's JUnit report", () => {
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="3" failures="1" skipped="1">
  <testsuite name="a.test.ts" file="a.test.ts">
    <testcase name="is &lt; b &gt; c" classname="inner &gt; outer" file="a.test.ts" line="1" />
    <testcase name="breaks" classname="" file="a.test.ts" line="2">
      <failure type="Error" message="a &lt;testcase name=&quot;x&quot; /&gt;">Error</failure>
    </testcase>
    <testcase name="waits" classname="" file="a.test.ts" line="3">
      <skipped />
    </testcase>
  </testsuite>
</testsuites>`

  test('counts passed, failed and skipped tests, and names the last two', () => {
    expect(readJunit(report, ['a.test.ts'])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      notes: ['failed: a.test.ts › breaks', 'skipped: a.test.ts › waits'],
    })
  })

  test('counts a file that is missing from the report as a failure', () => {
    const { failed, notes } = readJunit(report, ['a.test.ts', 'missing.test.ts'])
    expect(failed).toBe(2)
    expect(notes.at(-1)).toStartWith('failed: missing.test.ts')
  })

  test('counts every file as a failure without a report', () => {
    expect(readJunit('', ['a.test.ts', 'b.test.ts'])).toMatchObject({ passed: 0, failed: 2 })
  })
})

describe("Playwright's JSON report", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'browser/a.e2e.ts',
    tests: [{ status }],
  })

  test('counts nested tests, and names failed and skipped ones', () => {
    const inner = {
      title: 'group',
      specs: [spec('breaks', 'unexpected'), spec('waits', 'skipped')],
    }
    const file = { title: 'a.e2e.ts', specs: [spec('works', 'expected')], suites: [inner] }
    expect(readPlaywrightReport({ suites: [file] })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      notes: [
        'failed: tests/browser/a.e2e.ts › group › breaks',
        'skipped: tests/browser/a.e2e.ts › group › waits',
      ],
    })
  })

  test('counts an error outside a test as a failure', () => {
    const errors = [{ message: 'cannot load a.e2e.ts\nat line 1' }]
    expect(readPlaywrightReport({ suites: [], errors })).toMatchObject({
      failed: 1,
      notes: ['failed: cannot load a.e2e.ts'],
    })
  })
})
