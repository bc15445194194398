import type { Services } from '#desktop/renderer/platform/services.ts'

/** While the window is in the background its title tells the price: `64,210 · Tidemark`. */
export function titlePrice({ live, language }: Pick<Services, 'live' | 'language'>): void {
  let own = ''
  let other = ''
  const show = () => {
    const price = live.price.getState()
    if (!document.hidden || !price) return
    // A screen that changed its title meanwhile is not overruled for good.
    if (document.title !== own) other = document.title
    const { t, format } = language.store.getState()
    own = `${format.price(price.value, 0)} · ${t('app.name')}`
    document.title = own
  }
  live.price.subscribe(show)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) show()
    else if (own !== '' && document.title === own) document.title = other
  })
}
