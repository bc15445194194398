import { join } from 'node:path'
import type { App } from 'electron'
import { readTextFile } from '#desktop/main/files.ts'

/** "1.2.3 (0123456789ab)": the version and the commit that was packed; the version alone while developing. */
export function versionWithCommit(app: Pick<App, 'getVersion' | 'getAppPath'>): string {
  const manifest = readTextFile(join(app.getAppPath(), 'package.json')) ?? ''
  const commit = /"commit":\s*"([\da-f]{12})/.exec(manifest)?.[1]
  return commit === undefined ? app.getVersion() : `${app.getVersion()} (${commit})`
}
