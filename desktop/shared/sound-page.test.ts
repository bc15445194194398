import { expect, test } from 'bun:test'
import { parseSoundPath, soundPath } from './sound-page.ts'

test('the path of a sound names it and its volume', () => {
  expect(parseSoundPath(soundPath('bell', 0))).toEqual({ sound: 'bell', volume: 0 })
  expect(parseSoundPath(soundPath('rise', 100))).toEqual({ sound: 'rise', volume: 100 })
})

test.each(['/', '/sound', '/sound/bell', '/sound/gong/50', '/sound/bell/x', '/sound/bell/50/more'])(
  'the path %s plays nothing',
  (path) => expect(parseSoundPath(path)).toBeNull(),
)
