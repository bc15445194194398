import type { JobLock } from '#api/infrastructure/job-lock.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'

/** Reports whether this instance runs the exchange feed and the scheduled jobs. */
export function watchJobLock({ watch }: Metrics, jobLock: JobLock): void {
  watch('tidemark_job_lock_held', '1 in the instance that runs feed and scheduled jobs', () =>
    jobLock.isHeld() ? 1 : 0,
  )
}
