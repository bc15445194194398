import { expect, test } from 'bun:test'
import { showPage } from './show-page.ts'

/** Shows `/vote` with one open window that answers or not; the calls that it led to, in order. */
async function show(page: 'app' | 'loading' | 'none'): Promise<string[]> {
  const calls: string[] = []
  const window = {
    postMessage(message: object, [port]: MessagePort[]) {
      calls.push(JSON.stringify(message))
      if (page === 'app') port?.postMessage('accepted')
    },
    async focus() {
      calls.push('focus')
    },
  }
  await showPage(
    {
      list: async () => (page === 'none' ? [] : [window]),
      open: async (path) => calls.push(`open ${path}`),
      after: (_ms, task) => page === 'loading' && task(),
    },
    '/vote',
  )
  return calls
}

const GO = '{"type":"go","path":"/vote"}'

test('a notification is shown by the open page, whose window comes to the front', async () => {
  expect(await show('app')).toEqual([GO, 'focus'])
})

test('and in a new window where the open page does not answer', async () => {
  expect(await show('loading')).toEqual([GO, 'open /vote'])
})

test('and in a new window where none is open', async () => {
  expect(await show('none')).toEqual(['open /vote'])
})
