import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { guardContents } from './navigation.ts'

const player = 'https://player.vimeo.com/video/1'

class Page extends EventEmitter {
  open: (details: { url: string }) => { action: 'deny' } = () => {
    throw new Error('nobody watches over new windows')
  }
  setWindowOpenHandler(handler: Page['open']) {
    this.open = handler
  }
  /** Whether a navigation was allowed. */
  go(event: string, url: string, isMainFrame = true): boolean {
    let isPrevented = false
    this.emit(event, {
      url,
      isMainFrame,
      preventDefault() {
        isPrevented = true
      },
    })
    return !isPrevented
  }
}

function guarded() {
  const app = new EventEmitter()
  const opened: string[] = []
  const stop = guardContents({
    app,
    openLink: (address) => opened.push(address),
    openPath: (path) => opened.push(`in the app: ${path}`),
  })
  const page = new Page()
  app.emit('web-contents-created', {}, page)
  return { app, opened, page, stop }
}

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  'blocks %s to other pages',
  (event) => {
    const { page } = guarded()
    expect(page.go(event, 'app://tidemark/vote')).toBe(true)
    expect(page.go(event, 'https://elsewhere.example/')).toBe(false)
    expect(page.go(event, 'file:///etc/passwd')).toBe(false)
    expect(page.go(event, player)).toBe(false)
    expect(page.go(event, player, false)).toBe(true)
    expect(page.go(event, 'https://elsewhere.example/', false)).toBe(false)
  },
)

test.each(['will-frame-navigate', 'will-navigate'])(
  'a link of the window itself is opened outside when only %s comes',
  (event) => {
    const { page, opened } = guarded()
    page.go(event, 'https://a.example/')
    page.go('will-frame-navigate', 'https://b.example/', false)
    page.go('will-redirect', 'https://c.example/')
    expect(opened).toEqual(['https://a.example/'])
  },
)

test('blocks new windows and webviews', () => {
  const { page, opened } = guarded()
  for (const url of ['https://a.example/', 'app://tidemark/', 'about:blank'])
    expect(page.open({ url })).toEqual({ action: 'deny' })
  expect(opened).toEqual(['https://a.example/', 'in the app: /', 'about:blank'])
  expect(page.go('will-attach-webview', '')).toBe(false)
})

test.each([
  ['app://tidemark/rounds/2026-11-19?vote=1#notes', 'in the app: /rounds/2026-11-19?vote=1#notes'],
  ['app://elsewhere.example/page', 'https://elsewhere.example/page'],
])('a link of a text to %s opens as %s', (url, place) => {
  const { page, opened } = guarded()
  page.open({ url })
  expect(opened).toEqual([place])
})

test('removes its listeners on stop', () => {
  const { app, stop } = guarded()
  stop()
  expect(app.listenerCount('web-contents-created')).toBe(0)
})
