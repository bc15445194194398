import { expect, test } from 'bun:test'
import { hearPaths } from './hear-paths.ts'

test('a path that comes before there is a screen is gone to once there is one', () => {
  let tell = (_path: string) => {}
  const goTo = hearPaths({
    onGo(listener) {
      tell = listener
      return () => {}
    },
  })
  tell('/donation')
  tell('/vote')
  const gone: string[] = []
  goTo((path) => gone.push(path))
  tell('/boards/frees')
  expect(gone).toEqual(['/vote', '/boards/frees'])
})
