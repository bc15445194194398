import { expect, test } from 'bun:test'
import { createOpenExternal } from './open-external.ts'

test('opens only links, one at a time', async () => {
  const opened: string[] = []
  let time = 0
  const open = createOpenExternal({
    openExternal: async (address) => {
      opened.push(address)
      throw new Error('no program for it')
    },
    now: () => time,
  })
  open('file:///etc/passwd')
  open('https://a.example/')
  open('https://b.example/')
  time = 499
  open('https://c.example/')
  time = 500
  open('mailto:contact@tidemark.app')
  await Promise.resolve()
  expect(opened).toEqual(['https://a.example/', 'mailto:contact@tidemark.app'])
})
