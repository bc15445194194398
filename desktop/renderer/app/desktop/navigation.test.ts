import { expect, test } from 'bun:test'
import { createNavigation } from './navigation.ts'

test('a path that comes before there is a screen is gone to once there is one', () => {
  let show = (_path: string) => {}
  const goTo = createNavigation({
    onGo(listener) {
      show = listener
      return () => {}
    },
  })
  show('/donation')
  show('/vote')
  const gone: string[] = []
  goTo((path) => gone.push(path))
  show('/boards/frees')
  expect(gone).toEqual(['/vote', '/boards/frees'])
})
