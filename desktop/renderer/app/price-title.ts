import type { Services } from '#desktop/renderer/platform/services.ts'

/** Shows the price in the title while the tab is hidden: `64,210 · Tidemark`. */
export function startPriceTitle({ live, language }: Pick<Services, 'live' | 'language'>): void {
  let priceTitle = ''
  let pageTitle = ''
  const update = () => {
    const price = live.price.getState()
    if (!document.hidden || !price) return
    // A screen may have changed its title meanwhile.
    if (document.title !== priceTitle) pageTitle = document.title
    const { t, format } = language.store.getState()
    priceTitle = `${format.price(price.value, 0)} · ${t('app.name')}`
    document.title = priceTitle
  }
  live.price.subscribe(update)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) update()
    else if (priceTitle !== '' && document.title === priceTitle) document.title = pageTitle
  })
}
