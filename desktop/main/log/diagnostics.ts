import { arch, release } from 'node:os'
import { join } from 'node:path'
import type { App, Clipboard } from 'electron'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { versionWithCommit } from '#desktop/main/app/version.ts'
import { readTextFile } from '#desktop/main/files.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { LinkState } from '#desktop/shared/market-state.ts'

/** Number of lines of the log in a report. */
const LOG_LINES = 80

interface DiagnosticsFacts {
  version: string
  isPackaged: boolean
  system: string
  /** Version of the operating system. */
  release: string
  arch: string
  isWayland: boolean
  versions: Readonly<Record<string, string | undefined>>
  link: LinkState
  settings: DesktopSettings
  /** Folder of `main.log`, which contains no secrets. */
  logFolder: string
}

/** A report for support: versions, system, settings and the end of the log; nothing about the user. */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { version, isPackaged, system, release, arch, isWayland, versions, settings } = facts
  const log = readTextFile(join(facts.logFolder, 'main.log')) ?? ''
  return [
    `Tidemark ${version}${isPackaged ? '' : ' (development)'}`,
    `System: ${system} ${release} ${arch}${isWayland ? ', Wayland' : ''}`,
    `Electron ${versions.electron}, Chromium ${versions.chrome}, Node ${versions.node}`,
    `Connection: ${facts.link}`,
    // Price levels and their notes are private: their number must do.
    `Settings: ${JSON.stringify({ ...settings, levels: settings.levels.length })}`,
    '',
    ...log.trimEnd().split('\n').slice(-LOG_LINES),
    '',
  ].join('\n')
}

interface CopyDeps {
  app: Pick<App, 'getVersion' | 'getAppPath' | 'getPath' | 'isPackaged'>
  clipboard: Pick<Clipboard, 'writeText'>
  system: string
  isWayland: boolean
  market: { state: { getState(): { link: LinkState } } }
  settings: Pick<AppSettings, 'store'>
}

/** Copies the report to the clipboard. */
export function copyDiagnostics(deps: CopyDeps): void {
  const { app, clipboard, system, isWayland, market, settings } = deps
  const text = diagnosticsText({
    version: versionWithCommit(app),
    isPackaged: app.isPackaged,
    system,
    release: release(),
    arch: arch(),
    isWayland,
    versions: process.versions,
    link: market.state.getState().link,
    settings: settings.store.getState(),
    logFolder: app.getPath('logs'),
  })
  clipboard.writeText(text)
}
