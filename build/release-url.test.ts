import { expect, test } from 'bun:test'
import { releaseUrl } from './release-url.mjs'

test.each([
  ['https://tidemark.example', true, true],
  ['https://tidemark.example/updates', false, true],
  ['http://127.0.0.1:3000', true, true],
  ['http://localhost:3000', true, true],
  ['http://[::1]:3000', true, true],
  ['http://127.0.0.1:3000', false, false],
  ['http://tidemark.example', true, false],
  ['http://localhost.example', true, false],
  ['http://127.0.0.1.nip.io', true, false],
  ['file:///tmp', true, false],
  ['tidemark.example', true, false],
])('%s (local %p) is accepted: %p', (address, mayBeLocal, isAccepted) => {
  const read = () => releaseUrl('UPDATE_URL', address, mayBeLocal)
  if (isAccepted) expect(read()).toBe(address)
  else expect(read).toThrow(/^UPDATE_URL must be an https URL[^\n]*\.$/)
})
