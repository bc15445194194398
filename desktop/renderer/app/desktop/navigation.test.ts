import { expect, test } from 'bun:test'
import { fakeBridge } from '#desktop/bridge/bridge.fixture.ts'
import { createNavigation } from './navigation.ts'

test('replays the last path that arrived before the router', () => {
  const { bridge, emit } = fakeBridge()
  const goTo = createNavigation(bridge)
  const show = (path: string) => emit('window:go', path)
  show('/donation')
  show('/vote')
  const paths: string[] = []
  goTo((path) => paths.push(path))
  show('/boards/frees')
  expect(paths).toEqual(['/vote', '/boards/frees'])
})
