import { LOCALE_KEY } from '#desktop/renderer/platform/language.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'

const YEAR_SECONDS = 31_536_000

/** Stores the chosen language in a cookie too, by which the server renders pages. */
export function mirrorLocale({
  platform,
  language,
}: Pick<Services, 'platform' | 'language'>): void {
  const mirror = () => {
    const chosen = platform.preferences.read(LOCALE_KEY)
    const age = chosen ? YEAR_SECONDS : 0
    document.cookie = `${LOCALE_KEY}=${chosen ?? ''};path=/;max-age=${age};samesite=lax`
  }
  mirror()
  language.store.subscribe(mirror)
}
