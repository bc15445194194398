import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { MenuTranslate } from '#shared/i18n/desktop/menu.ts'

/** What was clicked on. */
export type Clicked = Pick<
  ContextMenuParams,
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'isEditable'
  | 'linkURL'
  | 'misspelledWord'
  | 'selectionText'
>

export interface ContextActions {
  replaceMisspelling(word: string): void
  learnWord(word: string): void
  copyLink(address: string): void
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

/** The menu of a click with the other button; empty where there is nothing to do. */
export function contextTemplate(
  clicked: Clicked,
  t: MenuTranslate,
  actions: ContextActions,
): Items {
  const { linkURL } = clicked
  const link: Items =
    linkURL === '' ? [] : [{ label: t('context.copyLink'), click: () => actions.copyLink(linkURL) }]
  return [spellingItems(clicked, t, actions), link, textItems(clicked, t)]
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}
