import type { Clipboard, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron'
import { APP_ORIGIN, isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { externalLink } from '#desktop/main/security/addresses.ts'
import { onWebContents, type WebContentsApp } from '#desktop/main/security/navigation.ts'
import { type MenuTranslate, menuTexts } from '#shared/i18n/desktop/menu.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

/** The used parameters of a context-menu event. */
export type Clicked = Pick<
  ContextMenuParams,
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'isEditable'
  | 'linkURL'
  | 'hasImageContents'
  | 'misspelledWord'
  | 'selectionText'
>

export interface ContextActions {
  replaceMisspelling(word: string): void
  learnWord(word: string): void
  copyLink(address: string): void
  copyImage(): void
  saveImage(): void
}

type Items = MenuItemConstructorOptions[]

function spellingItems(clicked: Clicked, t: MenuTranslate, actions: ContextActions): Items {
  const { isEditable, misspelledWord, dictionarySuggestions } = clicked
  if (!isEditable || misspelledWord === '') return []
  const suggestions: Items = dictionarySuggestions.map((label) => ({
    label,
    click: () => actions.replaceMisspelling(label),
  }))
  return [
    ...(suggestions.length > 0
      ? suggestions
      : [{ label: t('context.noSuggestions'), enabled: false }]),
    { label: t('context.learn'), click: () => actions.learnWord(misspelledWord) },
  ]
}

function textItems({ isEditable, editFlags, selectionText }: Clicked, t: MenuTranslate): Items {
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: t('menu.copy'),
    enabled: editFlags.canCopy,
  }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', label: t('menu.cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: t('menu.paste'), enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', label: t('menu.pastePlain'), enabled: editFlags.canPaste },
    { role: 'selectAll', label: t('menu.selectAll'), enabled: editFlags.canSelectAll },
  ]
}

/** Template of a context menu; empty when no action applies. */
export function contextTemplate(
  clicked: Clicked,
  t: MenuTranslate,
  actions: ContextActions,
): Items {
  const { linkURL } = clicked
  const link: Items =
    linkURL === '' ? [] : [{ label: t('context.copyLink'), click: () => actions.copyLink(linkURL) }]
  const image: Items = clicked.hasImageContents
    ? [
        { label: t('context.copyImage'), click: actions.copyImage },
        { label: t('context.saveImage'), click: actions.saveImage },
      ]
    : []
  return [spellingItems(clicked, t, actions), link, image, textItems(clicked, t)]
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}

type ClickedAt = Clicked & Pick<ContextMenuParams, 'srcURL' | 'x' | 'y'>

interface ClickedPage {
  on(event: 'context-menu', listener: (event: unknown, clicked: ClickedAt) => void): unknown
  copyImageAt(x: number, y: number): void
  downloadURL(url: string): void
  replaceMisspelling(word: string): void
  session: { addWordToSpellCheckerDictionary(word: string): boolean }
}

interface ContextMenusOptions {
  app: WebContentsApp<ClickedPage>
  Menu: { buildFromTemplate(template: MenuItemConstructorOptions[]): Pick<Menu, 'popup'> }
  clipboard: Pick<Clipboard, 'writeText'>
  locale(): Locale
  /** Origin of the website: copied links to screens work there. */
  siteOrigin: string
  /** Permits the next download of a URL: the user asks for it. */
  allowDownload(url: string): void
}

/** Public URL of a link; null when it must not leave the app. */
export function sharedLink(address: string, siteOrigin: string): string | null {
  if (isAppUrl(address)) return `${siteOrigin}${address.slice(APP_ORIGIN.length)}`
  return externalLink(address)
}

/** Shows context menus for text, misspellings and links. */
export function showContextMenus(options: ContextMenusOptions): () => void {
  const { app, Menu, clipboard, locale, siteOrigin, allowDownload } = options
  return onWebContents(app, (page) => {
    page.on('context-menu', (_event, clicked) => {
      const linkURL = sharedLink(clicked.linkURL, siteOrigin) ?? ''
      const template = contextTemplate({ ...clicked, linkURL }, translator(menuTexts, locale()), {
        replaceMisspelling: (word) => page.replaceMisspelling(word),
        learnWord: (word) => page.session.addWordToSpellCheckerDictionary(word),
        copyLink: (address) => clipboard.writeText(address),
        copyImage: () => page.copyImageAt(clicked.x, clicked.y),
        saveImage: () => {
          allowDownload(clicked.srcURL)
          page.downloadURL(clicked.srcURL)
        },
      })
      if (template.length > 0) Menu.buildFromTemplate(template).popup()
    })
  })
}
