import { expect, test } from 'bun:test'
import { createNavigation } from './navigation.ts'

test('replays the last path that arrived before the router', () => {
  let show = (_path: string) => {}
  const goTo = createNavigation({
    onGo(listener) {
      show = listener
      return () => {}
    },
  })
  show('/donation')
  show('/vote')
  const paths: string[] = []
  goTo((path) => paths.push(path))
  show('/boards/frees')
  expect(paths).toEqual(['/vote', '/boards/frees'])
})
