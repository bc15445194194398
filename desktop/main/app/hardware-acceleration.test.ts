import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { applyHardwareAcceleration, watchGpu } from './hardware-acceleration.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-gpu-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['{"hasHardwareAcceleration":false}', 1],
  ['{"hasHardwareAcceleration":true}', 0],
  ['{}', 0],
  ['{"hasHardwareAcceleration":', 0],
  [null, 0],
])('starts without the GPU where the settings say so: %s', (text, calls) => {
  if (text !== null) writeFileSync(join(folder, 'settings.json'), text)
  const disableHardwareAcceleration = mock(() => {})
  applyHardwareAcceleration({ app: { disableHardwareAcceleration }, folder })
  expect(disableHardwareAcceleration).toHaveBeenCalledTimes(calls)
})

test('is turned off once the GPU process has crashed three times, and says so', () => {
  const app = new EventEmitter()
  const written: object[] = []
  const settings = {
    write: (part: object) => {
      written.push(part)
      return DEFAULT_SETTINGS
    },
    locale: () => 'en-US' as const,
  }
  const notify = mock((_notice: { title: string }) => {})
  const stop = watchGpu({ app, settings, log: { warn() {} }, notify })
  const die = (type: string, reason: string) =>
    app.emit('child-process-gone', {}, { type, reason, exitCode: 1 })
  for (const reason of ['crashed', 'oom', 'clean-exit']) die('GPU', reason)
  for (let count = 0; count < 5; count++) die('Utility', 'crashed')
  expect(written).toEqual([])
  die('GPU', 'crashed')
  die('GPU', 'crashed')
  expect(written).toEqual([{ hasHardwareAcceleration: false }])
  expect(notify.mock.calls.map(([{ title }]) => title)).toEqual(['Hardware acceleration is off'])
  stop()
  expect(app.eventNames()).toEqual([])
})
