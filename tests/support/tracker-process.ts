import { systemClock } from '#api/infrastructure/clock.ts'
import { REPORT } from '#api/modules/error-reports/error-report.fixture.ts'
import { createTracker } from '#api/modules/error-reports/tracker.ts'

/** Sends one report to a tracker that only a proxy could find, and prints why it failed. */
const tracker = createTracker({
  address: { url: 'https://tracker.invalid/api/42/envelope/', key: 'key' },
  clock: systemClock,
  log: { warn: (...line: unknown[]) => console.info(JSON.stringify(line)) },
})
tracker.send({ report: REPORT, notice: { fingerprint: 'a'.repeat(32), count: 1 } })
