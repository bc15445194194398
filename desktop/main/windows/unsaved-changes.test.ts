import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { MessageBoxSyncOptions } from 'electron'
import type { Locale } from '#shared/i18n/locale.ts'
import { confirmUnload } from './unsaved-changes.ts'

function leave(answer: number, locale: Locale = 'en-US') {
  const app = new EventEmitter()
  const asked: MessageBoxSyncOptions[] = []
  const showMessageBoxSync = (options: MessageBoxSyncOptions) => {
    asked.push(options)
    return answer
  }
  confirmUnload({ app, dialog: { showMessageBoxSync }, locale: () => locale })
  const page = new EventEmitter()
  app.emit('web-contents-created', {}, page)
  let isLeft = false
  page.emit('will-prevent-unload', {
    preventDefault() {
      isLeft = true
    },
  })
  return { isLeft, question: asked[0] }
}

test('a page with unsaved changes closes when its person says so, and stays when not', () => {
  expect(leave(0).isLeft).toBe(true)
  expect(leave(1).isLeft).toBe(false)
})

test('staying is what Enter and Escape mean', () => {
  const { question } = leave(1)
  expect(question).toMatchObject({ buttons: ['Leave', 'Stay'], defaultId: 1, cancelId: 1 })
  expect(leave(1, 'ko-KR').question?.buttons).toEqual(['나가기', '머무르기'])
})
