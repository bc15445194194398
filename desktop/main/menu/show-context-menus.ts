import type { Clipboard, Menu, MenuItemConstructorOptions } from 'electron'
import { type PagesApp, watchPages } from '#desktop/main/app/watch-pages.ts'
import { APP_ORIGIN, isAppUrl } from '#desktop/main/protocol/app-origin.ts'
import { outsideLink } from '#desktop/main/security/addresses.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import { type Clicked, contextTemplate } from './context-menu.ts'

interface ClickedPage {
  on(event: 'context-menu', listener: (event: unknown, clicked: Clicked) => void): unknown
  replaceMisspelling(word: string): void
  session: { addWordToSpellCheckerDictionary(word: string): boolean }
}

interface ContextMenusOptions {
  app: PagesApp<ClickedPage>
  Menu: { buildFromTemplate(template: MenuItemConstructorOptions[]): Pick<Menu, 'popup'> }
  clipboard: Pick<Clipboard, 'writeText'>
  locale(): Locale
  /** Where the screens are on the web: a link that is copied from the app works there. */
  siteOrigin: string
}

/** The address of a link as it may be handed on; null when it leads nowhere outside. */
export function sharedLink(address: string, siteOrigin: string): string | null {
  if (isAppUrl(address)) return `${siteOrigin}${address.slice(APP_ORIGIN.length)}`
  return outsideLink(address)
}

/** Shows a menu for text, misspelt words and links, wherever one of them is clicked. */
export function showContextMenus(options: ContextMenusOptions): () => void {
  const { app, Menu, clipboard, locale, siteOrigin } = options
  return watchPages(app, (page) => {
    page.on('context-menu', (_event, clicked) => {
      const linkURL = sharedLink(clicked.linkURL, siteOrigin) ?? ''
      const template = contextTemplate({ ...clicked, linkURL }, translator(menuTexts, locale()), {
        replaceMisspelling: (word) => page.replaceMisspelling(word),
        learnWord: (word) => page.session.addWordToSpellCheckerDictionary(word),
        copyLink: (address) => clipboard.writeText(address),
      })
      if (template.length > 0) Menu.buildFromTemplate(template).popup()
    })
  })
}
