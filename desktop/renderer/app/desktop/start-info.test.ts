import { expect, test } from 'bun:test'
import { fakeBridge } from '#desktop/bridge/bridge.fixture.ts'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import type { StartInfo } from '#desktop/bridge/shapes.ts'
import { readStartInfo } from './start-info.ts'

const info: StartInfo = {
  apiOrigin: 'https://tidemark.example',
  version: '1.0.0',
  system: 'linux',
  isWayland: false,
  settings: DEFAULT_SETTINGS,
  session: { isSignedIn: true, accessToken: 'token', tokenStorage: 'keychain' },
  marketSnapshot: null,
  update: null,
  expiry: null,
}

test('is the reply of the main process', async () => {
  const { bridge } = fakeBridge({ 'app:start': () => info })
  expect(await readStartInfo(bridge)).toEqual(info)
})

test('has what changed while the reply was on its way, the reason of an end too', async () => {
  const { bridge, emit } = fakeBridge({
    'app:start': async () => {
      const ended = { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' } as const
      emit('session:changed', { ...ended, expiry: 'oldRefreshToken' })
      // The keychain is cleared after the session.
      emit('session:changed', { ...ended, tokenStorage: 'keychain', expiry: null })
      emit('settings:changed', { ...DEFAULT_SETTINGS, theme: 'dark' })
      return info
    },
  })
  expect(await readStartInfo(bridge)).toEqual({
    ...info,
    session: { isSignedIn: false, accessToken: null, tokenStorage: 'keychain' },
    settings: { ...DEFAULT_SETTINGS, theme: 'dark' },
    expiry: 'oldRefreshToken',
  })
})
