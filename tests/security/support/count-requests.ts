import { afterAll } from 'bun:test'
import { Socket } from 'node:net'
import { reportCounts } from '#tests/support/counts.ts'

// Preloaded by `npm run security`: counts the requests that a test file sends.
const sent = { requests: 0, connections: 0, streams: 0 }

globalThis.fetch = new Proxy(globalThis.fetch, {
  apply(target, self, args) {
    sent.requests += 1
    return Reflect.apply(target, self, args)
  },
})

globalThis.WebSocket = new Proxy(globalThis.WebSocket, {
  construct(target, args) {
    sent.streams += 1
    return Reflect.construct(target, args)
  },
})

Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(target, self, args) {
    sent.connections += 1
    return Reflect.apply(target, self, args)
  },
})

afterAll(() => reportCounts('sent', sent))
