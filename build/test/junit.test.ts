import { describe, expect, test } from 'bun:test'
import { readJunit } from './junit.mjs'

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

describe("Bun's report", () => {
  test('counts what passed, failed and was skipped, and names the last two', () => {
    expect(readJunit(report, ['a.test.ts'])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      notes: ['failed: a.test.ts › breaks', 'skipped: a.test.ts › waits'],
    })
  })

  test('a file that is not in it has failed', () => {
    const { failed, notes } = readJunit(report, ['a.test.ts', 'gone.test.ts'])
    expect(failed).toBe(2)
    expect(notes.at(-1)).toStartWith('failed: gone.test.ts')
  })

  test('no report at all fails every file', () => {
    expect(readJunit('', ['a.test.ts', 'b.test.ts'])).toMatchObject({ passed: 0, failed: 2 })
  })
})
