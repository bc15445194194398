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

test('cancels downloads', () => {
  const { downloads } = guarded()
  let isPrevented = false
  downloads.emit('will-download', {
    preventDefault() {
      isPrevented = true
    },
  })
  expect(isPrevented).toBe(true)
})

test('applies one rule to permission requests and checks', () => {
  expect(Object.keys(guarded().handlers).sort()).toEqual(['ask', 'check', 'device'])
})
