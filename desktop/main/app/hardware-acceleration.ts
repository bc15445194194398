import { join } from 'node:path'
import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { App, Details } from 'electron'
import type { Notice } from '#desktop/main/alerts/alert.ts'
import { readTextFile } from '#desktop/main/files.ts'
import type { Log } from '#desktop/main/log/log.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { crashTexts } from '#shared/i18n/desktop/crash.ts'
import { translator } from '#shared/i18n/text.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** Crashes of the GPU process within `WITHIN_MS`; after a few more Chromium ends the app. */
const MAX_CRASHES = 3
/** Milliseconds. Chromium forgives one crash for each five minutes without another. */
const WITHIN_MS = 10 * 60_000

const SwitchedOff = Type.Object({ hasHardwareAcceleration: Type.Literal(false) })

interface StartOptions {
  app: Pick<App, 'disableHardwareAcceleration'>
  /** The app's data folder, which has `settings.json`. */
  folder: string
}

/** Starts without the GPU where the settings say so. Must run before the app is ready. */
export function applyHardwareAcceleration({ app, folder }: StartOptions): void {
  if (Check(SwitchedOff, parse(readTextFile(join(folder, 'settings.json'))))) {
    app.disableHardwareAcceleration()
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

type Gone = (event: unknown, details: Pick<Details, 'type' | 'reason'>) => void

interface WatchOptions {
  app: {
    on(event: 'child-process-gone', listener: Gone): unknown
    off(event: 'child-process-gone', listener: Gone): unknown
  }
  settings: Pick<AppSettings, 'store' | 'write' | 'locale'>
  log: Pick<Log, 'warn'>
  notify: (notice: Omit<Notice, 'kind'>) => void
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Turns hardware acceleration off, from the next start on, once the GPU process has crashed three times
 * within ten minutes. Returns the function that stops watching.
 */
export function watchGpu({ app, settings, log, notify, now }: WatchOptions): () => void {
  const times: number[] = []
  const onGone: Gone = (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    times.push(now())
    const first = times.at(-MAX_CRASHES)
    if (first === undefined || now() - first > WITHIN_MS) return
    if (!settings.store.getState().hasHardwareAcceleration) return
    log.warn(
      'the GPU process crashed three times: hardware acceleration is off from the next start',
    )
    settings.write({ hasHardwareAcceleration: false })
    const t = translator(crashTexts, settings.locale())
    notify({ title: t('crash.gpu'), body: t('crash.gpuDetail'), path: PATHS.home })
  }
  app.on('child-process-gone', onGone)
  return () => {
    app.off('child-process-gone', onGone)
  }
}
