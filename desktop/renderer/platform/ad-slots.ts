import type { Site } from '#shared/contract/site.ts'
import type { Preferences } from './platform.ts'

const KEY = 'adSlots'

/** The names of the ad slots that were filled when the server was last asked. */
export function keptAdSlots(preferences: Preferences): readonly string[] {
  return preferences.read(KEY)?.split(' ') ?? []
}

/** Keeps which ad slots are filled, for the next start. */
export function keepAdSlots(preferences: Preferences, { ads }: Pick<Site, 'ads'>): void {
  const filled = Object.entries(ads).filter(([, slot]) => slot !== null)
  if (filled.length === 0) preferences.forget(KEY)
  else preferences.write(KEY, filled.map(([name]) => name).join(' '))
}
