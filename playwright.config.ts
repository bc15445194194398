import { defineConfig } from 'playwright/test'
import { signerKeyOf } from '#build/setup/caddy.mjs'
import { chromiumFlags, findChromium, findHeadlessShell } from '#build/setup/chromium.mjs'
import { ACTION_TIMEOUT_MS, START_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'

// Certificates of the production setting, which no store of the system knows.
const authority = process.env.TEST_PRODUCTION
const trust = authority ? [`--ignore-certificate-errors-spki-list=${signerKeyOf(authority)}`] : []

const launch = (executablePath: string | undefined) => ({
  launchOptions: {
    args: [...chromiumFlags, ...trust],
    ...(executablePath && { executablePath }),
  },
})

// `npm test` runs this with Bun, and reads the report that PLAYWRIGHT_REPORT names.
const reportFile = process.env.PLAYWRIGHT_REPORT

export default defineConfig({
  testDir: 'tests',
  testMatch: ['browser/*.e2e.ts', 'production/*.e2e.ts'],
  // A folder per setting: each run clears its own, and would clear the failures of the one before.
  outputDir: `test-results/${authority ? 'production' : 'browser'}`,
  workers: 2,
  // The tests of a file share a server, and some build on the ones before them.
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  timeout: START_TIMEOUT_MS,
  expect: { timeout: ACTION_TIMEOUT_MS },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'dot'],
    ...(reportFile
      ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]]
      : []),
  ],
  // Traces cost a third of the run: TRACE=1 records them.
  use: { screenshot: 'only-on-failure', trace: process.env.TRACE ? 'retain-on-failure' : 'off' },
  projects: [
    {
      name: 'headless-shell',
      grepInvert: /@chromium/,
      use: launch(findHeadlessShell()),
    },
    // What the headless shell refuses, such as the clipboard, is tagged @chromium.
    { name: 'chromium', grep: /@chromium/, use: launch(findChromium()) },
  ],
})
