import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'
import { guardSession } from './permissions.ts'

type Answer = { requestHeaders: Record<string, string> }
type Rewrite = (
  request: { requestHeaders: Record<string, string> },
  answer: (to: Answer) => void,
) => void

function guarded() {
  const rewrites: { urls: string[]; rewrite: Rewrite }[] = []
  const handlers: Record<string, unknown> = {}
  const downloads = new EventEmitter()
  guardSession({
    session: {
      on: (event, listener) => downloads.on(event, listener),
      setPermissionRequestHandler: (handler) => Object.assign(handlers, { ask: handler }),
      setPermissionCheckHandler: (handler) => Object.assign(handlers, { check: handler }),
      setDevicePermissionHandler: (handler) => Object.assign(handlers, { device: handler }),
      webRequest: {
        onBeforeSendHeaders: ({ urls }, rewrite) => void rewrites.push({ urls, rewrite }),
      },
    },
    referer: 'https://site.example/',
    isRequested: (url) => url === 'https://pictures.example/1.png',
  })
  return { rewrites, handlers, downloads }
}

test('sends a referrer to video players only', () => {
  const { rewrites } = guarded()
  expect(rewrites.map(({ urls }) => urls)).toEqual([EMBED_ORIGINS.map((origin) => `${origin}/*`)])
  const sent: Answer[] = []
  rewrites[0]?.rewrite({ requestHeaders: { Accept: '*/*' } }, (to) => sent.push(to))
  expect(sent).toEqual([{ requestHeaders: { Accept: '*/*', Referer: 'https://site.example/' } }])
})

const PICTURE = 'https://pictures.example/1.png'

/** Whether a download is canceled. */
function isCanceled(url: string, type = 'image/png', name = 'photo.png'): boolean {
  const { downloads } = guarded()
  let isPrevented = false
  const event = {
    preventDefault() {
      isPrevented = true
    },
  }
  downloads.emit('will-download', event, {
    getURLChain: () => [url, 'https://redirected.example/1'],
    getMimeType: () => type,
    getFilename: () => name,
  })
  return isPrevented
}

test.each([
  ['https://elsewhere.example/a.exe', true],
  ['blob:https://elsewhere.example/1', true],
  ['blob:app://tidemark.evil/1', true],
  ['blob:app://tidemark/8c2f', false],
  [PICTURE, false],
  ['https://pictures.example/2.png', true],
])('downloads only files that its own page made or the user saves: %s', (url, expected) => {
  expect(isCanceled(url)).toBe(expected)
})

test('an export of the own page keeps its type', () => {
  expect(isCanceled('blob:app://tidemark/8c2f', 'application/json', 'tidemark.json')).toBe(false)
})

test.each([
  ['image/png', 'photo.png', false],
  ['image/jpeg; charset=binary', 'PHOTO.JPEG', false],
  ['image/webp', 'photo.webp', false],
  ['application/octet-stream', 'photo.exe', true],
  ['application/octet-stream', 'photo.png', true],
  ['image/png', 'photo.exe', true],
  ['image/png', 'photo.png.lnk', true],
  ['image/png', 'photo', true],
  ['image/svg+xml', 'photo.svg', true],
  ['text/html', 'photo.png', true],
  ['', 'photo.png', true],
])('saves as an image only what is one: %s, %s', (type, name, expected) => {
  expect(isCanceled(PICTURE, type, name)).toBe(expected)
})

test('applies one rule to permission requests and checks', () => {
  expect(Object.keys(guarded().handlers).sort()).toEqual(['ask', 'check', 'device'])
})
