import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppSettings } from '#desktop/main/settings/settings.ts'
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

function watch(saved = {}) {
  const app = new EventEmitter()
  const settings = createAppSettings({
    file: { read: () => saved, write: () => {} },
    systemLocales: () => ['en-US'],
  })
  const notify = mock((_notice: { title: string }) => {})
  const clock = { now: 0 }
  const stop = watchGpu({ app, settings, log: { warn() {} }, notify, now: () => clock.now })
  return {
    app,
    clock,
    stop,
    die: (type: string, reason: string) =>
      app.emit('child-process-gone', {}, { type, reason, exitCode: 1 }),
    isOn: () => settings.store.getState().hasHardwareAcceleration,
    titles: () => notify.mock.calls.map(([{ title }]) => title),
  }
}

test('is turned off once the GPU process has crashed three times, and says so', () => {
  const { app, stop, die, isOn, titles } = watch()
  for (const reason of ['crashed', 'oom', 'clean-exit']) die('GPU', reason)
  for (let count = 0; count < 5; count++) die('Utility', 'crashed')
  expect(isOn()).toBe(true)
  die('GPU', 'crashed')
  die('GPU', 'crashed')
  expect(isOn()).toBe(false)
  expect(titles()).toEqual(['Hardware acceleration is off'])
  stop()
  expect(app.eventNames()).toEqual([])
})

test('stays on when the GPU process crashes now and then', () => {
  const { clock, die, isOn } = watch()
  for (let count = 0; count < 10; count++) {
    die('GPU', 'crashed')
    clock.now += 5 * 60_000 + 1
  }
  expect(isOn()).toBe(true)
})

test('is not turned off again where it is off', () => {
  const { die, titles } = watch({ hasHardwareAcceleration: false })
  for (let count = 0; count < 5; count++) die('GPU', 'crashed')
  expect(titles()).toEqual([])
})
