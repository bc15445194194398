import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'

/** What a window of the app is made of: Electron's class, or a stand-in's. */
export type WindowClass = new (options: BrowserWindowConstructorOptions) => BrowserWindow

/** Light and dark as `--page` in the interface's styles, so that a window never flashes. */
export const backgroundColour = (isDark: boolean): string => (isDark ? '#0c1116' : '#f3f6f9')
