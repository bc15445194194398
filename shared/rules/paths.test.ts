import { expect, test } from 'bun:test'
import { parentOf } from './paths.ts'

test.each([
  ['/vote/view/7', '/vote'],
  ['/vote/edit/7', '/vote'],
  ['/vote/write', '/vote'],
  ['/vote', '/'],
  ['/boards/frees/view/3', '/boards/frees'],
  ['/boards/notices/write', '/boards/notices'],
  ['/boards/suggestions/edit/12', '/boards/suggestions'],
  ['/boards/frees', '/'],
  ['/boards/frees/', '/'],
  ['/boards', '/'],
  ['/profile', '/'],
  ['/donation', '/'],
  ['/terms', '/'],
  ['/', '/'],
])('back from %s leads to %s', (path, parent) => expect(parentOf(path)).toBe(parent))
