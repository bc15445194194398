import type { MenuItemConstructorOptions } from 'electron'
import type { MenuTranslate } from '#shared/i18n/desktop/menu.ts'

export type Items = MenuItemConstructorOptions[]

const line: MenuItemConstructorOptions = { type: 'separator' }

/** What every editor of text has. */
export const editItems = (t: MenuTranslate): Items => [
  { role: 'undo', label: t('menu.undo') },
  { role: 'redo', label: t('menu.redo') },
  line,
  { role: 'cut', label: t('menu.cut') },
  { role: 'copy', label: t('menu.copy') },
  { role: 'paste', label: t('menu.paste') },
  { role: 'pasteAndMatchStyle', label: t('menu.pastePlain') },
  { role: 'selectAll', label: t('menu.selectAll') },
]

/** How large things are shown; an app that is not installed also has what developers use. */
export const viewItems = (t: MenuTranslate, isPackaged: boolean): Items => [
  ...(isPackaged
    ? []
    : ([
        { role: 'reload', label: t('menu.reload') },
        { role: 'toggleDevTools', label: t('menu.tools') },
        line,
      ] satisfies Items)),
  { role: 'resetZoom', label: t('menu.actualSize') },
  { role: 'zoomIn', label: t('menu.zoomIn'), accelerator: 'CommandOrControl+Plus' },
  // The same key without Shift, as every browser has it.
  {
    role: 'zoomIn',
    label: t('menu.zoomIn'),
    accelerator: 'CommandOrControl+=',
    visible: false,
    acceleratorWorksWhenHidden: true,
  },
  { role: 'zoomOut', label: t('menu.zoomOut') },
  line,
  { role: 'togglefullscreen', label: t('menu.fullScreen') },
]

/** The windows of a Mac's app. */
export const windowItems = (t: MenuTranslate, label: string): MenuItemConstructorOptions => ({
  role: 'window',
  label,
  submenu: [
    { role: 'minimize', label: t('menu.minimise') },
    { role: 'zoom', label: t('menu.zoom') },
    line,
    { role: 'front', label: t('menu.front') },
  ],
})
