import { join } from 'node:path'
import type { App, CrashReporter } from 'electron'

interface CrashReportsOptions {
  app: Pick<App, 'getPath' | 'setPath'>
  crashReporter: Pick<CrashReporter, 'start'>
}

/**
 * Keeps memory dumps of crashed processes beside the log, and sends them nowhere: they may contain
 * secrets. Must run before the app is ready.
 */
export function startCrashReports({ app, crashReporter }: CrashReportsOptions): void {
  app.setPath('crashDumps', join(app.getPath('logs'), 'crashes'))
  crashReporter.start({ uploadToServer: false })
}
