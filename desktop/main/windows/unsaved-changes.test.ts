import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { MessageBoxSyncOptions } from 'electron'
import type { Locale } from '#shared/i18n/locale.ts'
import { confirmUnload } from './unsaved-changes.ts'

function leave(response: number, locale: Locale = 'en-US') {
  const app = new EventEmitter()
  const dialogs: MessageBoxSyncOptions[] = []
  const showMessageBoxSync = (options: MessageBoxSyncOptions) => {
    dialogs.push(options)
    return response
  }
  let stays = 0
  const onStay = () => {
    stays++
  }
  confirmUnload({ app, dialog: { showMessageBoxSync }, locale: () => locale, onStay })
  const page = new EventEmitter()
  app.emit('web-contents-created', {}, page)
  let isLeft = false
  page.emit('will-prevent-unload', {
    preventDefault() {
      isLeft = true
    },
  })
  return { isLeft, stays, dialog: dialogs[0] }
}

test('closes a page with unsaved changes only after a confirmation', () => {
  expect(leave(0)).toMatchObject({ isLeft: true, stays: 0 })
  expect(leave(1)).toMatchObject({ isLeft: false, stays: 1 })
})

test('Enter and Escape stay on the page', () => {
  const { dialog } = leave(1)
  expect(dialog).toMatchObject({ buttons: ['Leave', 'Stay'], defaultId: 1, cancelId: 1 })
  expect(leave(1, 'ko-KR').dialog?.buttons).toEqual(['나가기', '머무르기'])
})
