import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { MessageBoxSyncOptions } from 'electron'
import type { Locale } from '#shared/i18n/locale.ts'
import { confirmUnload } from './unsaved-changes.ts'

interface State {
  locale?: Locale
  isMinimized?: boolean
  /** The page is no window of the app, such as that of the developer tools. */
  isForeign?: boolean
}

function leave(response: number, state: State = {}) {
  const { locale = 'en-US', isMinimized = false, isForeign = false } = state
  const app = new EventEmitter()
  const dialogs: MessageBoxSyncOptions[] = []
  const done: string[] = []
  const window = {
    isMinimized: () => isMinimized,
    restore: () => void done.push('restore'),
    show: () => void done.push('show'),
  }
  type Args = [MessageBoxSyncOptions] | [typeof window, MessageBoxSyncOptions]
  const showMessageBoxSync = (...args: Args) => {
    const [first, options] = args
    if (options) {
      done.push(first === window ? 'asked in front' : 'asked elsewhere')
      dialogs.push(options)
    } else if ('message' in first) {
      done.push('asked alone')
      dialogs.push(first)
    }
    return response
  }
  const BrowserWindow = { fromWebContents: () => (isForeign ? null : window) }
  const stays: object[] = []
  const onStay = (stayed: object) => {
    stays.push(stayed)
  }
  const dialog = { showMessageBoxSync }
  confirmUnload<typeof window>({ app, dialog, BrowserWindow, locale: () => locale, onStay })
  const page = new EventEmitter()
  app.emit('web-contents-created', {}, page)
  let isLeft = false
  page.emit('will-prevent-unload', {
    preventDefault() {
      isLeft = true
    },
  })
  return { isLeft, stays, page, done, dialog: dialogs[0] }
}

test('closes a page with unsaved changes only after a confirmation', () => {
  expect(leave(0)).toMatchObject({ isLeft: true, stays: [] })
  const { isLeft, stays, page } = leave(1)
  expect([isLeft, stays]).toEqual([false, [page]])
})

test.each([
  [{}, ['show', 'asked in front']],
  [{ isMinimized: true }, ['restore', 'show', 'asked in front']],
  [{ isForeign: true }, ['asked alone']],
])('asks in front of the window of the page: %j', (state, done) => {
  expect(leave(1, state).done).toEqual(done)
})

test('Enter and Escape stay on the page', () => {
  const { dialog } = leave(1)
  expect(dialog).toMatchObject({ buttons: ['Leave', 'Stay'], defaultId: 1, cancelId: 1 })
  expect(leave(1, { locale: 'ko-KR' }).dialog?.buttons).toEqual(['나가기', '머무르기'])
})
