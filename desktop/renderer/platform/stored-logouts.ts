import type { LogoutStore } from '#desktop/shared/logout-queue.ts'
import type { Preferences } from './platform.ts'

const KEY = 'pendingLogouts'

/** Logouts that the server has not answered, in the preferences: any tab and any later visit repeats them. */
export function storedLogouts(preferences: Preferences): LogoutStore {
  const read = () => (preferences.read(KEY) ?? '').split(' ').filter((token) => token !== '')
  return {
    read,
    add: (refreshToken) => {
      preferences.write(KEY, [...read(), refreshToken].join(' '))
    },
    remove: (refreshToken) => {
      const others = read().filter((token) => token !== refreshToken)
      if (others.length > 0) preferences.write(KEY, others.join(' '))
      else preferences.remove(KEY)
    },
  }
}
